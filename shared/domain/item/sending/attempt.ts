import { FILE_BYTES_SAFE } from '../../../contract/limits.ts';
import { backOffMs } from '../../../lib/back-off.ts';
import { HOUR_MS, plus, SECOND_MS, type WallMs, wallMs } from '../../../lib/duration.ts';
import { unreachable } from '../../../lib/unreachable.ts';
import { type Advance, to, unchanged } from '../advanced.ts';
import { sentBytesOf, withoutConversion, withoutOrder } from '../conversion/converted.ts';
import type { Failure } from '../failure.ts';
import type { Item } from '../item.ts';
import type { ItemState } from '../item-state.ts';
import type { Outcome } from '../outcome.ts';
import { withoutPair } from '../pair.ts';
import type { Problem } from '../problem.ts';

export type UploadHappening =
  /** The intent is about to be written; the first byte leaves after the commit. */
  | { readonly kind: 'upload-begun' }
  /** `chance` in [0, 1) spreads the next try. */
  | { readonly kind: 'upload-ended'; readonly outcome: Outcome; readonly chance: number }
  /** The program was started again; nothing is under way. */
  | { readonly kind: 'restarted' };

export function isOfUpload(happening: { readonly kind: string }): happening is UploadHappening {
  return happening.kind === 'upload-begun' || happening.kind === 'upload-ended' || happening.kind === 'restarted';
}

/** After a restart, an old request may still be on its way; this delay lets it arrive first. */
const RESTART_COOL_OFF_MS = 5 * SECOND_MS;
/** If a service asks for a longer wait than this, it is retried after this time. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** After this many in a row a user has to look: the cause could be a firewall or a wrong address. */
const UNCLEAR_TRIES_MAX = 3;

export function withUpload(item: Item, happening: UploadHappening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'upload-begun':
      return afterBegin(item, now);
    case 'upload-ended':
      return afterEnd(item, happening.outcome, happening.chance, now);
    case 'restarted':
      return restarted(item, now);
    default:
      return unreachable(happening);
  }
}

function afterBegin(item: Item, now: WallMs): Advance {
  if (item.state.kind !== 'waiting' || item.toConvert !== undefined) return unchanged(item);
  const left = { ...item, attempts: item.attempts + 1, leftAt: item.leftAt ?? now };
  return to(left, now, { kind: 'uploading', startedAt: now, ...failing(item.state) });
}

function restarted(item: Item, now: WallMs): Advance {
  if (item.state.kind !== 'uploading') return unchanged(item);
  return to(item, now, { kind: 'waiting', dueAt: plus(now, RESTART_COOL_OFF_MS), ...failing(item.state) });
}

function afterEnd(item: Item, outcome: Outcome, chance: number, now: WallMs): Advance {
  // A result that came before the upload's answer takes precedence; the answer only adds when it was received.
  if (item.state.kind === 'accepted' || item.state.kind === 'refused' || item.state.kind === 'awaiting') {
    return { item: { ...item, receivedAt: item.receivedAt ?? now }, chores: ['drop-spool'] };
  }
  if (item.state.kind !== 'uploading') return unchanged(item);
  switch (outcome.kind) {
    case 'received':
      return to({ ...item, receivedAt: now }, now, { kind: 'awaiting', documentId: outcome.documentId, since: now }, ['drop-spool']);
    case 'already-received': {
      // The date given by the service; its clock or ours may put it in the future.
      const receivedAt = wallMs(Math.min(outcome.depositedAt ?? now, now));
      const sentElsewhere = item.attempts <= 1;
      const adopted = { ...(sentElsewhere ? withoutPair(withoutConversion(item)) : item), receivedAt, sentElsewhere };
      return to(adopted, now, { kind: 'awaiting', documentId: outcome.documentId, since: now }, ['drop-spool']);
    }
    case 'declined':
      return unfit(item, outcome.problem, now);
    case 'revoked':
    case 'unauthorised':
      return companyRefused(item, chance, now);
    case 'unclear':
      return again(item, { kind: 'not-understood', status: outcome.status, tries: 1 }, null, chance, now);
    case 'failed':
      return again(item, outcome.failure, outcome.retryAfterMs, chance, now);
    default:
      return unreachable(outcome);
  }
}

/** A try that ended before a byte left is no sending, and is not counted among the attempts; it waits longer each time. */
export function notBegun(item: Item, { failure, chance }: { readonly failure: Failure; readonly chance: number }, now: WallMs): Advance {
  const before = item.state.kind === 'waiting' ? (item.state.notBegun ?? 0) : 0;
  const tries = before + 1;
  const { item: next, chores } = again({ ...item, attempts: Math.max(item.attempts, tries) }, failure, null, chance, now);
  const after = next.state.kind === 'waiting' ? { ...next.state, notBegun: tries } : next.state;
  return { item: { ...next, attempts: item.attempts, state: after }, chores };
}

/** The company is paused, so the item is due as soon as it works again; but the same answer twice in a row must not become a tight loop. */
function companyRefused(item: Item, chance: number, now: WallMs): Advance {
  const before = item.state.kind === 'uploading' ? item.state.last : null;
  const waitMs = before?.kind === 'company' ? backOffMs(item.attempts, chance) : 0;
  return to(item, now, { kind: 'waiting', dueAt: plus(now, waitMs), last: { kind: 'company' }, failingSince: failingSince(item, now) });
}

function again(item: Item, failure: Failure, retryAfterMs: number | null, chance: number, now: WallMs): Advance {
  const last = counted(item, failure);
  const tries = 'tries' in last ? last.tries : 0;
  if (last.kind === 'not-understood' && tries >= UNCLEAR_TRIES_MAX && isAnswered(last.status)) {
    return to(item, now, { kind: 'held', question: { kind: 'unclear-answer', status: last.status } }, ['tell-question']);
  }
  // If a connection breaks three times in a row in the middle of a large file, something on the way has a size limit (C16).
  if (last.kind === 'broken' && tries >= UNCLEAR_TRIES_MAX && sentBytesOf(item).bytes > FILE_BYTES_SAFE) {
    return unfit(item, { kind: 'too-large', bytes: sentBytesOf(item).bytes, bytesMax: FILE_BYTES_SAFE }, now);
  }
  const waitMs = Math.max(backOffMs(Math.max(item.attempts, tries), chance), Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
  return to(item, now, { kind: 'waiting', dueAt: plus(now, waitMs), last, failingSince: failingSince(item, now) });
}

/** A redirect or a 4xx comes from the server at the address; a page in place of an answer comes from something on the way, and will pass. */
function isAnswered(status: number): boolean {
  return status >= 300 && status < 500;
}

type Trying = Extract<ItemState, { kind: 'waiting' | 'uploading' }>;

function failing({ last, failingSince: since }: Trying): Pick<Trying, 'last' | 'failingSince'> {
  return since === undefined ? { last } : { last, failingSince: since };
}

/** If the clock was set back since then, this is now. */
function failingSince({ state }: Item, now: WallMs): WallMs {
  const since = state.kind === 'waiting' || state.kind === 'uploading' ? state.failingSince : undefined;
  return since === undefined || since > now ? now : since;
}

/** Continues the count while the same failure repeats. It is part of the state, so a restart does not reset it. */
function counted(item: Item, failure: Failure): Failure {
  if (!('tries' in failure)) return failure;
  const before = item.state.kind === 'uploading' || item.state.kind === 'waiting' ? item.state.last : null;
  return before?.kind === failure.kind && 'tries' in before ? { ...failure, tries: before.tries + 1 } : failure;
}

function unfit(item: Item, problem: Problem, now: WallMs): Advance {
  return to(withoutOrder(item), now, { kind: 'unfit', by: 'service', problem }, ['drop-spool', 'tell-unfit']);
}
