import type { Random } from '#shared/ports/random.ts';

/** Every fault that a simulation can bring, with how often it strikes where it could. */
export const FAULTS = {
  'disk-full': 0.02,
  'file-busy': 0.05,
  'share-away': 0.03,
  'doorbell-lost': 0.3,
  'request-lost': 0.06,
  'answer-lost': 0.08,
  'answer-truncated': 0.03,
  'service-busy': 0.06,
  'token-rejected': 0.03,
  'webhook-lost': 0.1,
  'stream-cut': 0.2,
  'killed-at-await': 0.004,
} as const;

export type Fault = keyof typeof FAULTS;

export interface Chance {
  /** Whether this fault happens here and now; never before `storm` and never after `calm`. */
  strikes(fault: Fault): boolean;
  storm(): void;
  /** Faults stop for good: from now on all must come to its end. */
  calm(): void;
  readonly struck: Readonly<Record<Fault, number>>;
}

export function chanceOf(random: Random): Chance {
  const struck = Object.fromEntries(Object.keys(FAULTS).map((fault) => [fault, 0])) as Record<Fault, number>;
  let storming = false;
  return {
    strikes(fault) {
      if (!storming || random.fraction() >= FAULTS[fault]) return false;
      struck[fault] += 1;
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
