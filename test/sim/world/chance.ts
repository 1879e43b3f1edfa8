import type { Streams } from './network/streams.ts';
import type { Trace } from './ledger.ts';

/** Every fault that strikes by chance, with its odds at each opportunity. */
export const FAULTS = {
  'disk-full': 0.03,
  'disk-error': 0.02,
  'journal-full': 0.01,
  'journal-error': 0.01,
  'keychain-locked': 0.05,
  'file-busy': 0.05,
  // A virus scanner or an indexer has the file open at this moment. Only Windows then refuses to rename, replace or remove it.
  'file-locked': 0.05,
  'share-away': 0.03,
  'reader-hangs': 0.06,
  'reader-dies': 0.06,
  // The system does not let go of the process, so it is abandoned.
  'reader-stuck': 0.05,
  // Its process is ended from outside.
  'converter-dies': 0.3,
  'doorbell-lost': 0.3,
  'request-lost': 0.05,
  'answer-lost': 0.06,
  'answer-truncated': 0.03,
  'service-busy': 0.05,
  'stream-cut': 0.2,
  'killed-at-await': 0.004,
  'killed-at-start': 0.03,
  'relay-killed-at-await': 0.004,
  'relay-store-broken': 0.02,
} as const;

export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS).filter((name): name is Fault => name in FAULTS);
/** Faults that strike only on Windows. */
export const FAULTS_OF_WINDOWS: ReadonlySet<Fault> = new Set(['file-locked']);

/** The maximum number of strikes per fault; a fault that is not named has no limit. */
export type Limits = Partial<Readonly<Record<string, number>>>;

export interface Chance {
  /** Whether this fault strikes here and now; never before `storm` and never after `calm`. */
  strikes(fault: Fault): boolean;
  storm(): void;
  /** Faults stop for good: from now on everything must come to its end. */
  calm(): void;
  readonly struck: Readonly<Record<Fault, number>>;
}

/** A seed leaves out a third of the faults, so that the effect of the others shows, and scales the odds of the rest. */
const LEFT_OUT = 0.35;
const TIMES = [0.5, 1, 1, 2];

export function chanceOf(streams: Streams, limits: Limits, trace: Trace): Chance {
  const struck = Object.fromEntries(FAULT_NAMES.map((fault) => [fault, 0])) as Record<Fault, number>;
  const odds = new Map(
    FAULT_NAMES.map((fault) => {
      const random = streams(`fault ${fault}`);
      const off = random.fraction() < LEFT_OUT;
      const times = TIMES[Math.floor(random.fraction() * TIMES.length)] ?? 1;
      return [fault, { random, odds: off ? 0 : FAULTS[fault] * times }];
    }),
  );
  let storming = false;
  return {
    strikes(fault) {
      const of = odds.get(fault);
      if (!storming || of === undefined || of.odds === 0 || of.random.fraction() >= of.odds) return false;
      if (struck[fault] >= (limits[fault] ?? Number.POSITIVE_INFINITY)) return false;
      struck[fault] += 1;
      trace.note(`! ${fault}`);
      return true;
    },
    storm: () => {
      storming = true;
    },
    calm: () => {
      storming = false;
    },
    struck,
  };
}
