import { FILE_BYTES_SAFE } from '../contract/limits.ts';
import { backOffMs } from '../lib/back-off.ts';
import { HOUR_MS, plus, SECOND_MS, type WallMs, wallMs } from '../lib/duration.ts';
import { unreachable } from '../lib/unreachable.ts';
import { mayPutAside, mayReplace, mayWaitAside, questionOf, setAside, wasRemoved, wasReplaced } from './aside.ts';
import type { Failure } from './failure.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { NoAnswerReason } from './no-answer.ts';
import type { Outcome } from './outcome.ts';
import type { Problem } from './problem.ts';
import { RESUBMISSION_MAX } from './reference.ts';
import { isSettled, maySettle, type Settled } from './settled.ts';
import { type FinalResult, type ItemResult, weighResults } from './weigh-results.ts';

export type Happening =
  /** The person let a held item go, or one that was put aside or declined by the service. */
  | { readonly kind: 'allowed' }
  /** A person asked for a refused document to be sent once more, under this number; `elsewhere`: on another computer (decision 12). */
  | { readonly kind: 'sent-again'; readonly resubmission: number; readonly elsewhere: boolean }
  /** The person does not want it sent (decision 8 of the project). */
  | { readonly kind: 'put-aside' }
  /** Another content lies where this one lay, and this one lies nowhere any more. */
  | { readonly kind: 'replaced' }
  /** What was replaced lies somewhere again; `as` is what it would be if it were new. */
  | { readonly kind: 'found-again'; readonly as: ItemState }
  /** Its company was removed: what was not sent stays unsent (decision 12 of the project). */
  | { readonly kind: 'company-removed' }
  /** The company is there again: what had waited is asked about. */
  | { readonly kind: 'company-back' }
  /** An answer was lost under a former connection, so the service may have it (decision 13). */
  | { readonly kind: 'in-doubt' }
  /** The intent is about to be written; the first byte leaves after the commit. */
  | { readonly kind: 'upload-begun' }
  /** `chance` in [0, 1) spreads the next try. */
  | { readonly kind: 'upload-ended'; readonly outcome: Outcome; readonly chance: number }
  /** Something of ours was missing before a byte could leave: the file, or room for its copy. */
  | { readonly kind: 'not-begun'; readonly failure: Failure; readonly chance: number }
  | { readonly kind: 'result'; readonly result: ItemResult }
  /** Nothing came of it so far, and a person should know. */
  | { readonly kind: 'no-answer'; readonly because: NoAnswerReason }
  /** What made a person ask does not hold any more. */
  | { readonly kind: 'answer-expected' }
  /** The person says that the accountant was asked. */
  | { readonly kind: 'asked' }
  /** The person dealt with a refusal, or the document that corrects it was accepted: it is asked about no more. */
  | { readonly kind: 'settled'; readonly by: Settled['by'] }
  /** The person thinks better of it. */
  | { readonly kind: 'unsettled' }
  /** The program was started again; nothing is under way. */
  | { readonly kind: 'restarted' }
  /** The person, or a connection that works again, asks for the next try now. */
  | { readonly kind: 'due' };

/** What is to be done about a change, after it is on the disk. */
export type Chore = 'drop-spool' | 'tell-refused' | 'tell-unfit' | 'tell-question' | 'tell-no-answer';

export type Advance = { readonly item: Item; readonly chores: readonly Chore[] };

/** After a restart an old request may still be on its way; a moment lets it arrive first. */
const RESTART_COOL_OFF_MS = 5 * SECOND_MS;
/** A service that asks for more patience than this is asked again all the same. */
const RETRY_AFTER_MAX_MS = HOUR_MS;
/** So many times in a row, then a person has to look (safety: could be a firewall, could be a wrong address). */
const UNCLEAR_TRIES_MAX = 3;

/**
 * The one place where an item's state changes. Pure and total: a happening that means nothing in a state leaves the
 * item as it is. Every state that is not final has a next time or waits for a named action of a person.
 */
export function advance(item: Item, happening: Happening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'allowed':
      return maySendAsItIs(item) ? to(item, now, { kind: 'waiting', dueAt: now, last: null }) : unchanged(item);
    case 'sent-again':
      return sentAgain(item, happening, now);
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
      if (item.state.kind !== 'waiting') return unchanged(item);
      return to(item, now, { kind: 'held', question: { kind: 'maybe-received' } }, ['tell-question']);
    case 'upload-begun':
      if (item.state.kind !== 'waiting') return unchanged(item);
      return to({ ...item, attempts: item.attempts + 1 }, now, { kind: 'uploading', startedAt: now, ...failing(item.state) });
    case 'upload-ended':
      return ended(item, happening.outcome, happening.chance, now);
    case 'not-begun':
      return item.state.kind === 'waiting' ? again(item, happening.failure, null, happening.chance, now) : unchanged(item);
    case 'result':
      return withResult(item, happening.result, now);
    case 'no-answer':
      return withNoAnswer(item, happening.because, now);
    case 'answer-expected':
      return item.state.kind === 'awaiting' && item.state.noAnswer !== undefined ? expectant(item, item.state) : unchanged(item);
    case 'asked':
      return asked(item, now);
    case 'settled':
      return maySettle(item) ? refusal(item, { at: now, by: happening.by }) : unchanged(item);
    case 'unsettled':
      return isSettled(item) ? refusal(item) : unchanged(item);
    case 'restarted':
      if (item.state.kind !== 'uploading') return unchanged(item);
      return to(item, now, { kind: 'waiting', dueAt: plus(now, RESTART_COOL_OFF_MS), ...failing(item.state) });
    case 'due':
      return item.state.kind === 'waiting' ? to(item, item.stateSince, { ...item.state, dueAt: now }) : unchanged(item);
    default:
      return unreachable(happening);
  }
}

/** Whether a person's yes is all that is missing. A 400 consumes no reference, so what was declined goes again under the same. */
function maySendAsItIs({ state }: Item): boolean {
  if (state.kind === 'aside') return state.why === 'person';
  return state.kind === 'held' || (state.kind === 'unfit' && state.by === 'service');
}

/** A new submission of the same bytes: its reference, answer and result are still to come; those of the last are kept beside the item. */
function sentAgain(item: Item, happening: Extract<Happening, { kind: 'sent-again' }>, now: WallMs): Advance {
  const { resubmission, elsewhere } = happening;
  // What was dealt with goes again only where another computer sent it: here the person says first that it is not.
  if (isSettled(item) && !elsewhere) return unchanged(item);
  if (item.state.kind !== 'refused' || resubmission <= item.resubmission || resubmission > RESUBMISSION_MAX) return unchanged(item);
  const anew = { ...item, resubmission, integrationId: null, reference: null, attempts: 0, receivedAt: null, sentElsewhere: elsewhere };
  return to(anew, now, { kind: 'waiting', dueAt: now, last: null });
}

function ended(item: Item, outcome: Outcome, chance: number, now: WallMs): Advance {
  // A result that overtook the answer has the last word; the answer only tells when it was received.
  if (item.state.kind === 'accepted' || item.state.kind === 'refused') {
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
  // A connection that is cut in the middle of a large file, three times in a row, is a limit on the way (decision 16).
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

function withResult(item: Item, result: ItemResult, now: WallMs): Advance {
  const { state } = item;
  const chores: readonly Chore[] = result.kind === 'refused' ? ['drop-spool', 'tell-refused'] : ['drop-spool'];
  if (state.kind !== 'accepted' && state.kind !== 'refused') {
    return to({ ...item, receivedAt: item.receivedAt ?? now }, now, { ...result, contradicted: false }, chores);
  }
  const weighed = weighResults(state, result);
  if (weighed === state) return unchanged(item);
  return weighed.kind === state.kind ? restated(item, weighed) : to(item, now, weighed, chores);
}

/** The same result, said once more: a refusal that was dealt with is asked about again only for a reason that is new. */
function restated(item: Item, weighed: FinalResult): Advance {
  const before = item.state.kind === 'refused' ? item.state : null;
  const repeated: Item = { ...item, state: weighed };
  if (before?.settled === undefined) return { item: repeated, chores: [] };
  return before.reason === weighed.reason ? refusal(repeated, before.settled) : { item: repeated, chores: ['tell-refused'] };
}

/** Still refused, and since when it was: only whether somebody is asked about it is another. */
function refusal(item: Item, settled?: Settled): Advance {
  if (item.state.kind !== 'refused') return unchanged(item);
  const { settled: _, ...state } = item.state;
  return { item: { ...item, state: settled === undefined ? state : { ...state, settled } }, chores: [] };
}

type Awaiting = Extract<ItemState, { kind: 'awaiting' }>;

/** Told once; again only after the person had asked and still nothing came. What is known more exactly replaces "long". */
function withNoAnswer(item: Item, because: NoAnswerReason, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'awaiting') return unchanged(item);
  const before = state.noAnswer;
  if (before === undefined || before.askedAt !== null) {
    return { item: { ...item, state: { ...state, noAnswer: { because, at: now, askedAt: null } } }, chores: ['tell-no-answer'] };
  }
  if (before.because.kind !== 'long' || because.kind === 'long') return unchanged(item);
  return { item: { ...item, state: { ...state, noAnswer: { ...before, because } } }, chores: [] };
}

function asked(item: Item, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'awaiting' || state.noAnswer === undefined) return unchanged(item);
  return { item: { ...item, state: { ...state, noAnswer: { ...state.noAnswer, askedAt: now } } }, chores: [] };
}

function expectant(item: Item, { kind, documentId, since }: Awaiting): Advance {
  return { item: { ...item, state: { kind, documentId, since } }, chores: [] };
}

function to(item: Item, since: WallMs, state: ItemState, chores: readonly Chore[] = []): Advance {
  return { item: { ...item, state, stateSince: since }, chores };
}

function unchanged(item: Item): Advance {
  return { item, chores: [] };
}
