import { join } from 'node:path';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Streams } from '../world/network/streams.ts';
import { type Dice, diceOf, type Doing, type Planned, type PlannedAction } from './action.ts';
import { correctedUnsent } from './draw-corrections.ts';
import { entriesArrive } from './draw-entries.ts';
import { pairsArrive } from './draw-pairs.ts';
import { paper, PURCHASES, SALES } from './places.ts';

/** A fault that is part of the plan of some seeds, besides those that strike by chance (`FAULTS` in ../world/chance.ts). */
export type PlannedFault = {
  /** Whether every run may draw it. One that is off waits for a fix in the product; `--faults` turns it on by name. */
  readonly on: boolean;
  /** The share of all seeds that have it. All together are part of more than half of the seeds. */
  readonly odds: number;
};

/**
 * Each is drawn from its own random stream, so turning one on changes nothing else in a seed. `told` draws nothing: it is invariants 17 and 19,
 * checked in every seed while it is on.
 */
const PLANNED_FAULTS = {
  told: { on: true, odds: 1 },
  'none-on-one': { on: true, odds: 0.025 },
  'same-size-and-time': { on: true, odds: 0.05 },
  'numbers-again': { on: true, odds: 0.03 },
  'room-full': { on: true, odds: 0.05 },
  'service-killed': { on: true, odds: 0.05 },
  'service-restored': { on: true, odds: 0.03 },
  'secrets-lost': { on: true, odds: 0.04 },
  'profile-restored': { on: true, odds: 0.03 },
  'profile-copied': { on: true, odds: 0.02 },
  'relay-restored-as-is': { on: true, odds: 0.03 },
  'rotated-unseen': { on: true, odds: 0.04 },
  'rotated-twice': { on: true, odds: 0.04 },
  'copies-changed': { on: true, odds: 0.04 },
  'refused-unjustly': { on: true, odds: 0.04 },
  converted: { on: true, odds: 0.08 },
  'corrected-unsent': { on: true, odds: 0.2 },
  entries: { on: true, odds: 0.4 },
  pairs: { on: true, odds: 0.1 },
} as const satisfies Readonly<Record<string, PlannedFault>>;

export type PlannedFaultName = keyof typeof PLANNED_FAULTS;

const NAMES = Object.keys(PLANNED_FAULTS).filter((name): name is PlannedFaultName => name in PLANNED_FAULTS);

/** All faults that are on, and those in `named`; `all` names every one. Null if a name is unknown. */
export function plannedFaults(named: readonly string[] = []): ReadonlySet<PlannedFaultName> | null {
  const wanted = NAMES.filter((name) => PLANNED_FAULTS[name].on || named.includes(name) || named.includes('all'));
  const known: ReadonlySet<string> = new Set([...NAMES, 'all']);
  return named.every((name) => known.has(name)) ? new Set(wanted) : null;
}

/** Enough for Intray to treat them as a bulk arrival. */
const BULK_ARRIVAL_FILES = 55;
/** A scan that takes as much room as many rows of a journal. */
const LARGE_BYTES = 60_000;
/** Within this time a running computer has found a file and asks about it. */
const FOUND_MS = 15 * SECOND_MS;

/** Which faults a run may have, and which of them it has. */
export type FaultsOf = { readonly faults: ReadonlySet<PlannedFaultName>; readonly always: ReadonlySet<PlannedFaultName> };

type PlannedOf = { readonly seed: number; readonly stormMs: number; readonly smallService: boolean };
type Draw = (dice: Dice, of: PlannedOf) => readonly Planned[];

const DRAWN: Readonly<Record<PlannedFaultName, Draw>> = {
  told: () => [],
  'none-on-one': (dice, of) => (dice.chance(0.5) ? bulkArrivalInTwoMinds(dice, of) : doubtInTwoMinds(dice, of)),
  'same-size-and-time': overwritten,
  'numbers-again': numbersAgain,
  'room-full': roomFull,
  'service-killed': (dice, of) =>
    Array.from({ length: 1 + dice.below(3) }, () => ({
      atMs: dice.below(of.stormMs),
      doing: { kind: 'service-kill', lengthMs: aWhile(dice) },
    })),
  'service-restored': (dice, of) => twice(dice, of, [{ kind: 'service-backup' }, { kind: 'service-restore' }]),
  'secrets-lost': (dice, of) => [
    {
      atMs: dice.below(of.stormMs),
      doing: { kind: 'lose-secrets', computer: dice.below(2), what: dice.chance(0.5) ? 'keychain' : 'vault' },
    },
  ],
  'profile-restored': (dice, of) => {
    const computer = dice.below(2);
    return twice(dice, of, [
      { kind: 'profile-backup', computer },
      { kind: 'profile-restore', computer },
    ]);
  },
  'profile-copied': (dice, of) => [
    { atMs: dice.below(of.stormMs), doing: { kind: 'profile-copy', computer: dice.below(2), renews: dice.chance(0.5) } },
  ],
  'relay-restored-as-is': (dice, of) => twice(dice, of, [{ kind: 'relay-backup' }, { kind: 'relay-restore-as-is' }]),
  'rotated-unseen': rotatedUnseen,
  'rotated-twice': rotatedTwice,
  'copies-changed': copiesChanged,
  'refused-unjustly': refusedUnjustly,
  converted,
  'corrected-unsent': correctedUnsent,
  entries: entriesArrive,
  pairs: pairsArrive,
};

function aWhile(dice: Dice): number {
  return (5 + dice.below(90)) * SECOND_MS;
}

/** Both deeds, the second some time after the first. */
function twice(dice: Dice, { stormMs }: PlannedOf, [first, second]: readonly [Doing, Doing]): readonly Planned[] {
  const atMs = dice.below(stormMs * 0.6);
  return [
    { atMs, doing: first },
    { atMs: atMs + 1 + dice.below(stormMs - atMs), doing: second },
  ];
}

/** Many files arrive at once. On one computer the user wants them sent, on the other not. */
function bulkArrivalInTwoMinds(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const papers = Array.from({ length: BULK_ARRIVAL_FILES }, (_, at) => paper('fit', `seed ${seed} two minds ${at}`));
  const atMs = dice.below(stormMs * 0.4);
  const none = dice.below(2);
  const answeredMs = (): number => atMs + FOUND_MS + dice.below(stormMs * 0.4);
  return [
    { atMs, doing: { kind: 'bulk-arrival', folder: dice.one([PURCHASES, SALES]), papers } },
    { atMs: answeredMs(), doing: { kind: 'answer-flood', computer: none, answer: 'none' } },
    { atMs: answeredMs(), doing: { kind: 'answer-flood', computer: 1 - none, answer: 'all' } },
  ];
}

/** The same scan is in both folders, which raises a question: one computer answers yes, the other no. */
function doubtInTwoMinds(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const sheet = paper('fit', `seed ${seed} doubt`);
  const atMs = dice.below(stormMs * 0.4);
  const none = dice.below(2);
  const answeredMs = (): number => atMs + FOUND_MS + dice.below(stormMs * 0.4);
  return [
    { atMs, doing: { kind: 'put', path: join(PURCHASES, 'doubt.pdf'), paper: sheet } },
    { atMs: atMs + dice.below(FOUND_MS), doing: { kind: 'put', path: join(SALES, 'doubt.pdf'), paper: sheet } },
    { atMs: answeredMs(), doing: { kind: 'put-aside', computer: none } },
    { atMs: answeredMs(), doing: { kind: 'allow', computer: 1 - none } },
  ];
}

/** New bytes that only the change time reveals, while the computers run or are off; and new change times without new bytes. */
function overwritten(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  return Array.from({ length: 1 + dice.below(3) }, (_, at) => at).flatMap((at): readonly Planned[] => {
    const atMs = dice.below(stormMs);
    if (dice.chance(0.2)) return [{ atMs, doing: { kind: 'restamp', folder: dice.one([PURCHASES, SALES]) } }];
    const how = dice.one(['over', 'renamed'] as const);
    const doing: Doing = { kind: 'overwrite', nth: dice.below(10), mark: `seed ${seed} o${at}`, how };
    const off = [0, 1].map((computer): Planned => ({ atMs, doing: { kind: 'kill', computer } }));
    return [...(dice.chance(0.5) ? off : []), { atMs, doing }];
  });
}

/** Little room is left for copies and journal together, and larger scans arrive. No scans if the service would reject such large ones. */
function roomFull(dice: Dice, { seed, stormMs, smallService }: PlannedOf): readonly Planned[] {
  const atMs = dice.below(stormMs * 0.6);
  const lengthMs = aWhile(dice);
  const scans = smallService ? 0 : 1 + dice.below(3);
  const large = (at: number): Planned => {
    const sheet = paper('fit', `seed ${seed} large ${at}${' '.repeat(LARGE_BYTES)}`);
    return { atMs: atMs + dice.below(lengthMs), doing: { kind: 'put', path: join(PURCHASES, `large-${at}.pdf`), paper: sheet } };
  };
  return [
    { atMs, doing: { kind: 'room-full', computer: dice.below(2), freeBytes: dice.below(LARGE_BYTES * 2), lengthMs } },
    ...Array.from({ length: scans }, (_, at) => large(at)),
  ];
}

/** Another disk in a folder's place with the previous one's numbers, and files that get the numbers of removed files. */
function numbersAgain(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const folder = dice.one([PURCHASES, SALES]);
  const papers = [paper('fit', `seed ${seed} same numbers 1`), paper('fit', `seed ${seed} same numbers 2`)];
  const atMs = stormMs * 0.4 + dice.below(stormMs * 0.6);
  return [
    { atMs: 0, doing: { kind: 'numbers-again' } },
    { atMs, doing: { kind: 'other-disk', folder, papers, lengthMs: aWhile(dice), sameNumbers: true } },
  ];
}

/** A key signs while one computer is off, and is no longer published when it is on again. */
function rotatedUnseen(dice: Dice, { stormMs }: PlannedOf): readonly Planned[] {
  const atMs = dice.below(stormMs * 0.6);
  const lengthMs = aWhile(dice);
  return [
    { atMs, doing: { kind: 'off', computer: dice.below(2), lengthMs } },
    { atMs: atMs + SECOND_MS, doing: { kind: 'rotate-alone' } },
    { atMs: atMs + lengthMs - SECOND_MS, doing: { kind: 'rotate-alone' } },
  ];
}

/** Two new keys within the time for which a reading of the keys counts (30 s), and a scan that is answered between them. */
function rotatedTwice(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const atMs = FOUND_MS + dice.below(stormMs * 0.6);
  const path = join(dice.one([PURCHASES, SALES]), 'two-keys.pdf');
  return [
    { atMs: atMs - FOUND_MS, doing: { kind: 'put', path, paper: paper('fit', `seed ${seed} two keys`) } },
    { atMs, doing: { kind: 'rotate-keys' } },
    { atMs: atMs + (1 + dice.below(28)) * SECOND_MS, doing: { kind: 'rotate-keys' } },
  ];
}

/** The service is away, so that copies wait for it, and meanwhile the disk returns other bytes of them. */
function copiesChanged(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const atMs = dice.below(stormMs * 0.6);
  const lengthMs = FOUND_MS + aWhile(dice);
  const scans = Array.from({ length: 2 + dice.below(3) }, (_, at): Planned => {
    const path = join(dice.one([PURCHASES, SALES]), `changed-copy-${at}.pdf`);
    return { atMs: atMs + dice.below(FOUND_MS), doing: { kind: 'put', path, paper: paper('fit', `seed ${seed} changed copy ${at}`) } };
  });
  const changes = Array.from({ length: 1 + dice.below(4) }, (): Planned => {
    const doing: Doing = { kind: 'change-copies', computer: dice.below(2), part: dice.below(1_000) / 1_000 };
    return { atMs: atMs + FOUND_MS + dice.below(lengthMs - FOUND_MS), doing };
  });
  return [{ atMs, doing: { kind: 'service-kill', lengthMs } }, ...scans, ...changes];
}

/** The import routes of a service that is well refuse a few good secrets, sometimes while the relay is away; people wait and see. */
function refusedUnjustly(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const [atMs, lengthMs] = [dice.below(stormMs * 0.6), aWhile(dice)];
  const effect = { kind: 'status', status: 401, body: 'problem' } as const;
  const rule = { route: 'imports', times: 2 + dice.below(8), probability: 1, effect } as const;
  const scans = Array.from({ length: 1 + dice.below(3) }, (_, at): Planned => {
    const sheet = paper('fit', `seed ${seed} refused ${at}`);
    return { atMs: atMs + dice.below(lengthMs), doing: { kind: 'put', path: join(PURCHASES, `refused-${at}.pdf`), paper: sheet } };
  });
  const away: readonly Planned[] = [0, 1].map((computer): Planned => ({ atMs, doing: { kind: 'direct', computer, lengthMs } }));
  return [
    { atMs: 0, doing: { kind: 'wait-and-see' } },
    { atMs: atMs + SECOND_MS, doing: { kind: 'service-fault', rule, lengthMs } },
    ...(dice.chance(0.5) ? [...away, { atMs: atMs + SECOND_MS, doing: { kind: 'relay-down', lengthMs } } as const] : []),
    ...scans,
  ];
}

/** TIFFs that one computer or both convert by themselves, from some moment on, and perhaps no longer after another one. */
function converted(dice: Dice, { seed, stormMs }: PlannedOf): readonly Planned[] {
  const ticked = dice.one<readonly number[]>([[0], [1], [0, 1], [0, 1]]).map(
    (computer): Planned => ({
      atMs: dice.below(stormMs * 0.3),
      doing: { kind: 'convert', computer, on: true },
    }),
  );
  const unticked: readonly Planned[] = dice.chance(0.2)
    ? [{ atMs: stormMs * 0.3 + dice.below(stormMs * 0.7), doing: { kind: 'convert', computer: dice.below(2), on: false } }]
    : [];
  const scans = Array.from({ length: 2 + dice.below(4) }, (_, at) => at).flatMap((at) =>
    tiffScan(dice, { stormMs, mark: `seed ${seed} tiff ${at}`, at }),
  );
  return [...ticked, ...unticked, ...scans];
}

type TiffScan = { readonly stormMs: number; readonly mark: string; readonly at: number };

/** Sometimes it lies in both folders, is renamed, taken away, or gives way to another content while its version is made. */
function tiffScan(dice: Dice, { stormMs, mark, at }: TiffScan): readonly Planned[] {
  const [folder, other] = dice.chance(0.3) ? [SALES, PURCHASES] : [PURCHASES, SALES];
  const path = join(folder, `tiff-${at}.tif`);
  const sheet = paper('tiff', mark);
  const atMs = dice.below(stormMs * 0.8);
  const later = (): number => atMs + dice.below(FOUND_MS * 2);
  const fate = dice.below(100);
  const put: Planned = { atMs, doing: { kind: 'put', path, paper: sheet } };
  if (fate < 10) return [put, { atMs: later(), doing: { kind: 'put', path: join(other, `tiff-${at}-other.tif`), paper: sheet } }];
  if (fate < 20) return [put, { atMs: later(), doing: { kind: 'rename', from: path, to: path.replace('tiff-', 'renamed-') } }];
  if (fate < 30) return [put, { atMs: later(), doing: { kind: 'remove', path } }];
  if (fate < 40) return [put, { atMs: later(), doing: { kind: 'put', path, paper: paper('tiff', `${mark} again`) } }];
  return [put];
}

/**
 * The deeds of the given planned faults. Each fault draws from its own random stream, so turning others on or off does not change it. The ids
 * name the fault, so that the search for the smallest breaking set can leave it out. Those of `always` are part of it whatever their odds.
 */
export function drawPlanned(streams: Streams, { faults, always }: FaultsOf, of: PlannedOf): readonly PlannedAction[] {
  return Array.from(faults).flatMap((fault) => {
    const dice = diceOf(streams(`planned ${fault}`));
    if (!dice.chance(PLANNED_FAULTS[fault].odds) && !always.has(fault)) return [];
    return DRAWN[fault](dice, of).map(({ atMs, doing }, at) => ({ id: `${doing.kind}#${fault}-${at}`, atMs, doing }));
  });
}
