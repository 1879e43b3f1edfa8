import { MINUTE_MS } from '#shared/lib/duration.ts';
import type { KnownFile } from './store.ts';

/** No file stays silent for longer (invariant 14): it is then shown in its current state, and looked at again when it changes. */
export const UNFINISHED_MS = 15 * MINUTE_MS;
/** A file that another program keeps locked is reported sooner: the user may still be using that program. */
export const UNREADABLE_MS = 2 * MINUTE_MS;
/** An unfinished file is read again even without a visible change: disks and shares report changes late, or in steps of seconds. */
const LOOK_AGAIN_MS = MINUTE_MS;
/** Retry interval for a file that another program keeps locked. */
const RETRY_MS = 2_000;
/** Retry interval once the file was shown as unreadable. */
const LATE_RETRY_MS = 30_000;

/** Why a quiet file was not taken up: it is incomplete, or it cannot be read. */
export type Hindrance = 'unfinished' | 'unreadable';

/** State of a file that is not taken up yet. Times are monotonic milliseconds. */
export type Settling = {
  readonly pair: KnownFile;
  /** When this size and modification time were first seen. */
  readonly sinceMs: number;
  /** It came by one move, or from the window, and has not changed since: nobody writes it. */
  readonly isWhole: boolean;
  readonly hindrance: { readonly kind: Hindrance; readonly atMs: number; readonly reported: boolean } | null;
};

/** `read`: read the file, which must still have the same size and time. `report`: read it and take it up whatever it is. */
export type SettleStep = { readonly kind: 'wait'; readonly untilMs: number } | { readonly kind: 'read' | 'report' };

/** State after a look at the disk. Any change restarts the quiet time, without limit. `isWhole`: of a file that is seen for the first time. */
export function afterLook(before: Settling | undefined, pair: KnownFile, nowMs: number, isWhole = false): Settling {
  if (before !== undefined && samePair(before.pair, pair)) return before;
  return { pair, sinceMs: nowMs, isWhole, hindrance: null };
}

/** State after a failed attempt to take the file up; `reported`: the user can see it. */
export function afterFailure(before: Settling, kind: Hindrance, at: { readonly nowMs: number; readonly reported: boolean }): Settling {
  return { ...before, hindrance: { kind, atMs: at.nowMs, reported: at.reported } };
}

/** `ageMs`: age of the file's modification time by the wall clock, for a file that was there before Intray looked. */
export type SettleAt = { readonly settleMs: number; readonly nowMs: number; readonly ageMs: number };

export function nextStep(file: Settling, { settleMs, nowMs, ageMs }: SettleAt): SettleStep {
  const quietMs = nowMs - file.sinceMs;
  const waitMs = file.isWhole ? 0 : settleMs;
  if (quietMs < waitMs) return { kind: 'wait', untilMs: file.sinceMs + waitMs };
  const { hindrance } = file;
  if (hindrance === null) return { kind: 'read' };
  if (hindrance.reported) return tryAgain(nowMs, hindrance.atMs + LATE_RETRY_MS);
  // The age of a locked file does not tell how long it has been locked: it may just have been put there.
  const [silentMs, patienceMs, againMs] =
    hindrance.kind === 'unreadable' ? [quietMs, UNREADABLE_MS, RETRY_MS] : [Math.max(quietMs, ageMs), UNFINISHED_MS, LOOK_AGAIN_MS];
  if (silentMs >= patienceMs) return { kind: 'report' };
  return tryAgain(nowMs, Math.min(hindrance.atMs + againMs, nowMs + patienceMs - silentMs));
}

function tryAgain(nowMs: number, atMs: number): SettleStep {
  return nowMs >= atMs ? { kind: 'read' } : { kind: 'wait', untilMs: atMs };
}

/** Whether size and modification time are equal: a program that writes a file changes them, so a pending file counts as quiet while they stay. */
export function samePair(one: Pair, other: Pair): boolean {
  return one.bytes === other.bytes && one.modifiedAt === other.modifiedAt;
}

type Pair = Pick<KnownFile, 'bytes' | 'modifiedAt'>;
