import type { WallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import { type Advance, to, underNumber, unchanged } from './advanced.ts';
import { type AllTheSameHappening, sentAllTheSame } from './all-the-same.ts';
import {
  isResolved,
  mayAllow,
  mayReplace,
  mayResolve,
  maySendWithoutEntries,
  mayWaitAside,
  putAside,
  putBack,
  questionOf,
  setAside,
  wasRemoved,
} from './aside.ts';
import { type ConvertedHappening, isOfConversion, withConversion } from './conversion/converted.ts';
import { askedAbout, consentOf, entriesSentAgain, type EntriesHappening, isOfEntries, lacksConsent, withEntries } from './entries.ts';
import type { Failure } from './failure.ts';
import { type FoundAgain, foundAgain, gone, moved, withoutTwin } from './gone.ts';
import type { ItemId } from '../ids.ts';
import type { Item } from './item.ts';
import type { ItemState, Resolved } from './item-state.ts';
import { doubtAbout, type JoinHappening, withJoining } from './joining/joining.ts';
import { mayWaitForNote, noteAnswered } from './note.ts';
import { isOfPair, type PairHappening, sentWithoutEntries, withPair } from './pair.ts';
import type { Question } from './question.ts';
import { RESUBMISSION_MAX } from './reference.ts';
import { isOfSentBefore, type SentBeforeHappening, sentInSpiteOf, withSentBefore } from './sent-before/like-sent.ts';
import { isOfUpload, notBegun, type UploadHappening, withUpload } from './sending/attempt.ts';
import { type UnprovenHappening, withUnproven } from '../results/told-unproven.ts';
import { isLetGo } from '../results/unproven.ts';
import {
  type NoAnswerHappening,
  type ReceivedTold,
  refusal,
  type ResultTold,
  toldReceived,
  withoutAnswer,
  withResult,
} from '../results/told.ts';

export type { Advance, Chore } from './advanced.ts';

export type Happening =
  /** The user released an item that was held, put aside, or declined by the service. `withoutEntries`: a scan whose entries cannot go with it. */
  | { readonly kind: 'allowed'; readonly withoutEntries?: true }
  /** A user asked to send a refused document once more, under this number (C12). */
  | { readonly kind: 'sent-again'; readonly resubmission: number }
  | AllTheSameHappening
  | ConvertedHappening
  | JoinHappening
  /** The user ignores it: it is not to be sent, or cannot be (ADR-8). */
  | { readonly kind: 'put-aside'; readonly question?: Question }
  /** The user takes that back. */
  | { readonly kind: 'put-back' }
  /** Another content is in the place of this one, which is nowhere else. */
  | { readonly kind: 'replaced' }
  /** Its file is nowhere any more, and no copy of it can be sent. */
  | { readonly kind: 'gone' }
  /** Its file lies in a folder of the other type now, and nowhere else. */
  | { readonly kind: 'moved' }
  /** The file of the same bytes under the other type was moved here, so nobody has to say which type is meant. `as`: the state without that question. */
  | { readonly kind: 'twin-moved'; readonly as: ItemState }
  /** A content that was replaced or gone was found again; `as` is the state that it would have if it were new. */
  | ({ readonly kind: 'found-again' } & FoundAgain)
  /** Its company was removed: unsent items stay unsent (ADR-12). */
  | { readonly kind: 'company-removed' }
  /** The company is back: the user is asked about items that had waited. */
  | { readonly kind: 'company-back' }
  /** An answer was lost under a former connection, so the service may have it (C13); or it has this part of a joined document already. */
  | { readonly kind: 'in-doubt'; readonly part?: ItemId }
  /** It waits to be sent for the first time, and its folder has a user asked for its note. */
  | { readonly kind: 'note-wanted' }
  | EntriesHappening
  | PairHappening
  | UploadHappening
  | SentBeforeHappening
  /** Something on our side was missing before a byte could leave: the file, or disk space for its copy. */
  | { readonly kind: 'not-begun'; readonly failure: Failure; readonly chance: number }
  /** `elsewhere`: the sending by another computer or an earlier installation, if it was theirs. */
  | ({ readonly kind: 'result' } & ResultTold)
  /** The service reported on its document with a word that this version does not know. */
  | ({ readonly kind: 'told-received' } & ReceivedTold)
  | UnprovenHappening
  | NoAnswerHappening
  /** The user dealt with a refusal, or the document that corrects it was accepted: nobody is asked about it again. */
  | { readonly kind: 'resolved'; readonly by: Resolved['by'] }
  /** The user takes that back. */
  | { readonly kind: 'unresolved' }
  /** The user, or a connection that works again, requests the next try now. */
  | { readonly kind: 'due' };

type DecidedByUser = Extract<
  Happening,
  { kind: 'allowed' | 'sent-again' | 'sent-all-the-same' | 'joined' | 'join-undone' | 'put-aside' | 'put-back' }
>;

/**
 * The only place where an item's state changes. Pure and total: a happening that means nothing in a state leaves the
 * item unchanged. Every state that is not final has a next time or waits for a named action of a user.
 */
export function advance(item: Item, happening: Happening, now: WallMs): Advance {
  const { item: next, chores } = advanced(item, happening, now);
  return next === item ? unchanged(item) : { item: { ...next, ...consentOf(next, item.state, now) }, chores };
}

function advanced(item: Item, happening: Happening, now: WallMs): Advance {
  if (isOfConversion(happening)) return withConversion(item, happening, now);
  if (isOfSentBefore(happening)) return withSentBefore(item, happening, now);
  if (isOfPair(happening)) return withPair(item, happening, now);
  if (isOfUpload(happening)) return withUpload(item, happening, now);
  if (isOfEntries(happening)) return withEntries(item, happening, now);
  switch (happening.kind) {
    case 'allowed':
    case 'sent-again':
    case 'sent-all-the-same':
    case 'joined':
    case 'join-undone':
    case 'put-aside':
    case 'put-back':
      return decidedByUser(item, happening, now);
    case 'replaced':
    case 'gone':
    case 'moved':
    case 'twin-moved':
    case 'found-again':
      return withFile(item, happening, now);
    case 'company-removed':
    case 'company-back':
      return withCompany(item, happening.kind, now);
    case 'in-doubt':
    case 'note-wanted':
    case 'not-begun':
    case 'due':
      return whileWaiting(item, happening, now);
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
    case 'answer-expected':
    case 'asked':
    case 'not-asked':
      return withoutAnswer(item, happening, now);
    case 'resolved':
    case 'unresolved':
      return settling(item, happening, now);
    default:
      return unreachable(happening);
  }
}

function decidedByUser(item: Item, happening: DecidedByUser, now: WallMs): Advance {
  if (happening.kind === 'put-aside') return putAside(item, happening.question, now);
  if (happening.kind === 'put-back') return putBack(item, now);
  if (happening.kind === 'sent-again') return sentAgain(item, happening, now);
  if (happening.kind === 'joined' || happening.kind === 'join-undone') return withJoining(item, happening, now);
  if (happening.kind === 'sent-all-the-same') return sentAllTheSame(item, happening, now);
  const isWithout = happening.withoutEntries === true && maySendWithoutEntries(item);
  if (!maySendAsItIs(item) && !isWithout) return unchanged(item);
  const released = { ...(isWithout ? sentWithoutEntries(item, now) : item), ...sentInSpiteOf(item), ...noteAnswered(item, now) };
  // A yes to many files at once is none to what is in one of them.
  if (released.entries !== undefined && lacksConsent(released)) return to(released, now, askedAbout(released.entries), ['tell-question']);
  return to(released, now, { kind: 'waiting', dueAt: now, last: null });
}

type WhileWaiting = Extract<Happening, { kind: 'in-doubt' | 'note-wanted' | 'not-begun' | 'due' }>;

function whileWaiting(item: Item, happening: WhileWaiting, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'waiting') return unchanged(item);
  if (happening.kind === 'in-doubt') return to(item, now, doubtAbout(happening.part), ['tell-question']);
  if (happening.kind === 'note-wanted')
    return mayWaitForNote(item) ? to(item, now, { kind: 'held', question: { kind: 'note' } }, ['tell-question']) : unchanged(item);
  if (happening.kind === 'due') return to(item, item.stateSince, { ...state, dueAt: now });
  return notBegun(item, happening, now);
}

type WithFile = Extract<Happening, { kind: 'replaced' | 'gone' | 'moved' | 'twin-moved' | 'found-again' }>;

function withFile(item: Item, happening: WithFile, now: WallMs): Advance {
  switch (happening.kind) {
    case 'gone':
      return gone(item, now);
    case 'moved':
      return moved(item, now);
    case 'twin-moved':
      return withoutTwin(item, happening, now);
    case 'found-again':
      return foundAgain(item, happening, now);
    case 'replaced':
      return mayReplace(item) ? to(item, now, { kind: 'aside', why: 'replaced' }, ['drop-spool']) : unchanged(item);
    default:
      return unreachable(happening);
  }
}

function withCompany(item: Item, kind: 'company-removed' | 'company-back', now: WallMs): Advance {
  if (kind === 'company-removed') return mayWaitAside(item) ? to(item, now, setAside(item), ['drop-spool']) : unchanged(item);
  return wasRemoved(item) ? to(item, now, { kind: 'held', question: questionOf(item) }) : unchanged(item);
}

function settling(item: Item, happening: Extract<Happening, { kind: 'resolved' | 'unresolved' }>, now: WallMs): Advance {
  if (happening.kind === 'unresolved') return isResolved(item) ? refusal(item) : unchanged(item);
  return mayResolve(item) ? refusal(item, { at: now, by: happening.by }) : unchanged(item);
}

/** Whether only a user's yes is missing. A 400 uses up no reference, so a declined item is sent again under the same one. */
function maySendAsItIs(item: Item): boolean {
  return mayAllow(item) || (item.state.kind === 'unfit' && item.state.by === 'service');
}

/** A new submission of the same bytes. What came of the previous one is kept beside the item. */
function sentAgain(item: Item, happening: Extract<Happening, { kind: 'sent-again' }>, now: WallMs): Advance {
  const { resubmission } = happening;
  // A refusal that was dealt with can be sent again only after the user takes that back; nobody here knows what another computer converted.
  if (isResolved(item) || item.mediaType === null) return unchanged(item);
  if (item.state.kind !== 'refused' || !isLetGo(item.state.unproven)) return unchanged(item);
  if (resubmission <= item.resubmission || resubmission > RESUBMISSION_MAX) return unchanged(item);
  const { folderNote: _, ...kept } = item;
  const anew = {
    ...kept,
    ...entriesSentAgain(item, now),
    ...underNumber(resubmission),
  };
  return to(anew, now, { kind: 'waiting', dueAt: now, last: null });
}
