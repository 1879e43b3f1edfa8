import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { KnownFile } from './store.ts';

/** Nothing is silent for longer (invariant 14): then a file is shown as it is, and looked at again when it changes. */
export const UNFINISHED_MS = 15 * MINUTE_MS;
/** A file that another program holds is told of sooner: the person may still sit in front of that program. */
export const UNREADABLE_MS = 2 * MINUTE_MS;
/** What was unfinished is looked at again also without a change that can be seen: disks and shares tell late, or in steps of seconds. */
const LOOK_AGAIN_MS = MINUTE_MS;
/** A file that somebody else holds is tried again this much later. */
const RETRY_MS = 2_000;
/** The same, once it was shown that it cannot be read. */
const LATE_RETRY_MS = 30_000;

/** Why a quiet file was not taken up: its end is missing, or it does not let itself be read. */
export type Hindrance = 'unfinished' | 'unreadable';

/** What is known of a file that is not taken up yet. Times are monotonic milliseconds. */
export type Settling = {
  readonly pair: KnownFile;
  /** When size and time were first seen to be these. */
  readonly sinceMs: number;
  readonly hindrance: { readonly kind: Hindrance; readonly atMs: number; readonly reported: boolean } | null;
};

/** `read`: the reading is the second look, and must meet the same pair. `report`: read and take up whatever it is. */
export type SettleStep = { readonly kind: 'wait'; readonly untilMs: number } | { readonly kind: 'read' | 'report' };

/** After a look at the disk. Any change arms it anew, for ever. */
export function seen(before: Settling | undefined, pair: KnownFile, nowMs: number): Settling {
  if (before !== undefined && samePair(before.pair, pair)) return before;
  return { pair, sinceMs: nowMs, hindrance: null };
}

/** After a try to take it up that came to nothing; `reported`: a person can see it. */
export function hindered(before: Settling, kind: Hindrance, at: { readonly nowMs: number; readonly reported: boolean }): Settling {
  return { ...before, hindrance: { kind, atMs: at.nowMs, reported: at.reported } };
}

/** `ageMs`: how old the file's own time is by the wall clock, for one that has lain there since before we looked. */
export type SettleAt = { readonly settleMs: number; readonly nowMs: number; readonly ageMs: number };

export function nextStep(file: Settling, { settleMs, nowMs, ageMs }: SettleAt): SettleStep {
  const quietMs = nowMs - file.sinceMs;
  if (quietMs < settleMs) return { kind: 'wait', untilMs: file.sinceMs + settleMs };
  const { hindrance } = file;
  if (hindrance === null) return { kind: 'read' };
  if (hindrance.reported) return tryAgain(nowMs, hindrance.atMs + LATE_RETRY_MS);
  // An old file that is held says nothing of how long it has been: it may just have been put there.
  const [silentMs, patienceMs, againMs] =
    hindrance.kind === 'unreadable' ? [quietMs, UNREADABLE_MS, RETRY_MS] : [Math.max(quietMs, ageMs), UNFINISHED_MS, LOOK_AGAIN_MS];
  if (silentMs >= patienceMs) return { kind: 'report' };
  return tryAgain(nowMs, Math.min(hindrance.atMs + againMs, nowMs + patienceMs - silentMs));
}

function tryAgain(nowMs: number, atMs: number): SettleStep {
  return nowMs >= atMs ? { kind: 'read' } : { kind: 'wait', untilMs: atMs };
}

/** Whether size and time are the same: what a program that writes a file changes, and what a waiting file is told quiet by. */
export function samePair(one: Pair, other: Pair): boolean {
  return one.bytes === other.bytes && one.modifiedAt === other.modifiedAt;
}

type Pair = Pick<KnownFile, 'bytes' | 'modifiedAt'>;
