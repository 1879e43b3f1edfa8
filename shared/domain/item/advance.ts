import { FILE_BYTES_SAFE } from '../../contract/limits.ts';
import { backOffMs } from '../../lib/back-off.ts';
import { HOUR_MS, plus, SECOND_MS, type WallMs, wallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import { type Advance, to, unchanged } from './advanced.ts';
import { type AllTheSameHappening, sentAllTheSame } from './all-the-same.ts';
import { mayPutAside, mayReplace, mayWaitAside, questionOf, setAside, wasRemoved, wasReplaced } from './aside.ts';
import type { Failure } from './failure.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { NoAnswerReason } from '../results/no-answer.ts';
import type { Outcome } from './outcome.ts';
import type { Problem } from './problem.ts';
import { RESUBMISSION_MAX } from './reference.ts';
import { isResolved, mayResolve } from './resolved.ts';
import { type Resolved } from './resolved-schema.ts';
import { type UnprovenHappening, withUnproven } from '../results/told-unproven.ts';
import { isLetGo } from '../results/unproven.ts';
import { asked, expectant, type ReceivedTold, refusal, type ResultTold, toldReceived, withNoAnswer, withResult } from '../results/told.ts';

export type { Advance, Chore } from './advanced.ts';

export type Happening =
  /** The person let a held item go, or one that was put aside or declined by the service. */
  | { readonly kind: 'allowed' }
  /** A person asked for a refused document to be sent once more, under this number (C12). */
  | { readonly kind: 'sent-again'; readonly resubmission: number }
  | AllTheSameHappening
  /** The person does not want it sent (ADR-8). */
  | { readonly kind: 'put-aside' }
  /** Another content lies where this one lay, and this one lies nowhere any more. */
  | { readonly kind: 'replaced' }
  /** What was replaced lies somewhere again; `as` is what it would be if it were new. */
  | { readonly kind: 'found-again'; readonly as: ItemState }
  /** Its company was removed: what was not sent stays unsent (ADR-12). */
  | { readonly kind: 'company-removed' }
  /** The company is there again: what had waited is asked about. */
  | { readonly kind: 'company-back' }
  /** An answer was lost under a former connection, so the service may have it (C13). */
  | { readonly kind: 'in-doubt' }
  /** The intent is about to be written; the first byte leaves after the commit. */
  | { readonly kind: 'upload-begun' }
  /** `chance` in [0, 1) spreads the next try. */
  | { readonly kind: 'upload-ended'; readonly outcome: Outcome; readonly chance: number }
  /** Something of ours was missing before a byte could leave: the file, or room for its copy. */
  | { readonly kind: 'not-begun'; readonly failure: Failure; readonly chance: number }
  /** `elsewhere`: as what another computer, or an earlier installation, sent it. */
  | ({ readonly kind: 'result' } & ResultTold)
  /** The service has told of its document, in a word that this version does not know. */
  | ({ readonly kind: 'told-received' } & ReceivedTold)
  | UnprovenHappening
  /** Nothing came of it so far, and a person should know. */
  | { readonly kind: 'no-answer'; readonly because: NoAnswerReason }
  /** What made a person ask does not hold any more. */
  | { readonly kind: 'answer-expected' }
  /** The person says that the accountant was asked. */
  | { readonly kind: 'asked' }
  /** The person dealt with a refusal, or the document that corrects it was accepted: it is asked about no more. */
  | { readonly kind: 'settled'; readonly by: Resolved['by'] }
  /** The person thinks better of it. */
  | { readonly kind: 'unsettled' }
  /** The program was started again; nothing is under way. */
  | { readonly kind: 'restarted' }
  /** The person, or a connection that works again, asks for the next try now. */
  | { readonly kind: 'due' };

type SentByPerson = Extract<Happening, { kind: 'allowed' | 'sent-again' | 'sent-all-the-same' }>;

/** After a restart an old request may still be on its way; a moment lets it arrive first. */
const RESTART_COOL_OFF_MS = 5 * SECOND_MS;
/** A service that asks for more patience than this is asked again all the same. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
const MAYBE_RECEIVED: ItemState = { kind: 'held', question: { kind: 'maybe-received' } };
/** So many times in a row, then a person has to look (safety: could be a firewall, could be a wrong address). */
const UNCLEAR_TRIES_MAX = 3;

/**
 * The one place where an item's state changes. Pure and total: a happening that means nothing in a state leaves the
 * item as it is. Every state that is not final has a next time or waits for a named action of a person.
 */
export function advance(item: Item, happening: Happening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'allowed':
    case 'sent-again':
    case 'sent-all-the-same':
      return sentByPerson(item, happening, now);
    case 'put-aside':
      return mayPutAside(item) ? to(item, now, { kind: 'aside', why: 'person' }) : unchanged(item);
    case 'replaced':
      return mayReplace(item) ? to(item, now, { kind: 'aside', why: 'replaced' }, ['drop-spool']) : unchanged(item);
    case 'found-again':
      return wasReplaced(item) ? to(item, now, happening.as) : unchanged(item);
    case 'company-removed':
      return mayWaitAside(item) ? to(item, now, setAside(item), ['drop-spool']) : unchanged(item);
    case 'company-back':
      return wasRemoved(item) ? to(item, now, { kind: 'held', question: questionOf(item) }) : unchanged(item);
    case 'in-doubt':
      return item.state.kind === 'waiting' ? to(item, now, MAYBE_RECEIVED, ['tell-question']) : unchanged(item);
    case 'upload-begun':
      return begun(item, now);
    case 'upload-ended':
      return ended(item, happening.outcome, happening.chance, now);
    case 'not-begun':
      return item.state.kind === 'waiting' ? again(item, happening.failure, null, happening.chance, now) : unchanged(item);
    case 'result':
      return withResult(item, happening, now);
    case 'told-received':
      return toldReceived(item, happening, now);
    case 'told-unproven':
    case 'unproven-gone':
    case 'unproven-taken':
    case 'send-again-wanted':
      return withUnproven(item, happening, now);
    case 'no-answer':
      return withNoAnswer(item, happening.because, now);
    case 'answer-expected':
      return expectant(item);
    case 'asked':
      return asked(item, now);
    case 'settled':
    case 'unsettled':
      return settling(item, happening, now);
    case 'restarted':
      return restarted(item, now);
    case 'due':
      return item.state.kind === 'waiting' ? to(item, item.stateSince, { ...item.state, dueAt: now }) : unchanged(item);
    default:
      return unreachable(happening);
  }
}

function sentByPerson(item: Item, happening: SentByPerson, now: WallMs): Advance {
  if (happening.kind === 'sent-again') return sentAgain(item, happening, now);
  if (happening.kind === 'sent-all-the-same') return sentAllTheSame(item, happening, now);
  return maySendAsItIs(item) ? to(item, now, { kind: 'waiting', dueAt: now, last: null }) : unchanged(item);
}

function settling(item: Item, happening: Extract<Happening, { kind: 'settled' | 'unsettled' }>, now: WallMs): Advance {
  if (happening.kind === 'unsettled') return isResolved(item) ? refusal(item) : unchanged(item);
  return mayResolve(item) ? refusal(item, { at: now, by: happening.by }) : unchanged(item);
}

/** Whether a person's yes is all that is missing. A 400 consumes no reference, so what was declined goes again under the same. */
function maySendAsItIs({ state }: Item): boolean {
  if (state.kind === 'aside') return state.why === 'person';
  return state.kind === 'held' || (state.kind === 'unfit' && state.by === 'service');
}

/** A new submission of the same bytes: its reference, answer and result are still to come; those of the last are kept beside the item. */
function sentAgain(item: Item, happening: Extract<Happening, { kind: 'sent-again' }>, now: WallMs): Advance {
  const { resubmission } = happening;
  // What was dealt with is sent again only after the person has said that it is not.
  if (isResolved(item)) return unchanged(item);
  if (item.state.kind !== 'refused' || !isLetGo(item.state.unproven)) return unchanged(item);
  if (resubmission <= item.resubmission || resubmission > RESUBMISSION_MAX) return unchanged(item);
  const anew = { ...item, resubmission, integrationId: null, reference: null, attempts: 0, receivedAt: null, sentElsewhere: false };
  return to(anew, now, { kind: 'waiting', dueAt: now, last: null });
}

function begun(item: Item, now: WallMs): Advance {
  if (item.state.kind !== 'waiting') return unchanged(item);
  return to({ ...item, attempts: item.attempts + 1 }, now, { kind: 'uploading', startedAt: now, ...failing(item.state) });
}

function restarted(item: Item, now: WallMs): Advance {
  if (item.state.kind !== 'uploading') return unchanged(item);
  return to(item, now, { kind: 'waiting', dueAt: plus(now, RESTART_COOL_OFF_MS), ...failing(item.state) });
}

function ended(item: Item, outcome: Outcome, chance: number, now: WallMs): Advance {
  // What the service told before its answer came has the last word; the answer only tells when it was received.
  if (item.state.kind === 'accepted' || item.state.kind === 'refused' || item.state.kind === 'awaiting') {
    return { item: { ...item, receivedAt: item.receivedAt ?? now }, chores: ['drop-spool'] };
  }
  if (item.state.kind !== 'uploading') return unchanged(item);
  switch (outcome.kind) {
    case 'received':
      return to({ ...item, receivedAt: now }, now, { kind: 'awaiting', documentId: outcome.documentId, since: now }, ['drop-spool']);
    case 'already-received': {
      // By the service's own word, which its clock or ours may put into the future.
      const receivedAt = wallMs(Math.min(outcome.depositedAt ?? now, now));
      const adopted = { ...item, receivedAt, sentElsewhere: item.attempts <= 1 };
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

/** The company is paused, so the item is due as soon as it works again; but the same answer twice in a row is never a tight loop. */
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
  // A connection that is cut in the middle of a large file, three times in a row, is a limit on the way (C16).
  if (last.kind === 'broken' && tries >= UNCLEAR_TRIES_MAX && item.bytes > FILE_BYTES_SAFE) {
    return unfit(item, { kind: 'too-large', bytes: item.bytes, bytesMax: FILE_BYTES_SAFE }, now);
  }
  const waitMs = Math.max(backOffMs(Math.max(item.attempts, tries), chance), Math.min(retryAfterMs ?? 0, RETRY_AFTER_MAX_MS));
  return to(item, now, { kind: 'waiting', dueAt: plus(now, waitMs), last, failingSince: failingSince(item, now) });
}

/** A redirect or a 4xx is the word of whoever lives at the address; a page instead of an answer comes from somebody on the way, and passes. */
function isAnswered(status: number): boolean {
  return status >= 300 && status < 500;
}

type Trying = Extract<ItemState, { kind: 'waiting' | 'uploading' }>;

function failing({ last, failingSince: since }: Trying): Pick<Trying, 'last' | 'failingSince'> {
  return since === undefined ? { last } : { last, failingSince: since };
}

/** A clock that was set back since then makes it now. */
function failingSince({ state }: Item, now: WallMs): WallMs {
  const since = state.kind === 'waiting' || state.kind === 'uploading' ? state.failingSince : undefined;
  return since === undefined || since > now ? now : since;
}

/** Carries the count on while the same failure repeats; kept in the state, so a restart does not begin anew. */
function counted(item: Item, failure: Failure): Failure {
  if (!('tries' in failure)) return failure;
  const before = item.state.kind === 'uploading' || item.state.kind === 'waiting' ? item.state.last : null;
  return before?.kind === failure.kind && 'tries' in before ? { ...failure, tries: before.tries + 1 } : failure;
}

function unfit(item: Item, problem: Problem, now: WallMs): Advance {
  return to(item, now, { kind: 'unfit', by: 'service', problem }, ['drop-spool', 'tell-unfit']);
}
