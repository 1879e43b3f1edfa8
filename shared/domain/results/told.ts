import type { DocumentId } from '../../contract/ids.ts';
import type { WallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import { type Advance, type Chore, to, unchanged } from '../item/advanced.ts';
import { withoutConversion, withoutOrder } from '../item/conversion/converted.ts';
import { withoutPair } from '../item/pair.ts';
import type { Item } from '../item/item.ts';
import type { Overtaken, Resolved } from '../item/item-state.ts';
import type { NoAnswerReason } from './no-answer.ts';
import { type FinalResult, type ItemResult, weighResults } from './weigh-results.ts';

/** What the reference says about a sending that this computer did not make. */
export type SentElsewhere = Pick<Item, 'resubmission' | 'integrationId' | 'reference'>;

/** A verified result: it overrides whatever was asked or decided here. */
export type ResultTold = { readonly result: ItemResult; readonly elsewhere?: SentElsewhere | undefined };
/** The service has this document, and reports something that this version does not know. */
export type ReceivedTold = { readonly documentId: DocumentId; readonly elsewhere?: SentElsewhere | undefined };

export function withResult(item: Item, { result, elsewhere }: ResultTold, now: WallMs): Advance {
  const { state } = item;
  const chores: readonly Chore[] = result.kind === 'refused' ? ['drop-spool', 'tell-refused'] : ['drop-spool'];
  if ((state.kind !== 'accepted' && state.kind !== 'refused') || isLaterSending(item, elsewhere)) {
    return to(received(item, elsewhere, now), now, { ...result, contradicted: false, ...overtaken(item) }, chores);
  }
  if (state.unproven !== undefined) return proven(item, result, now);
  const weighed = weighResults(state, result);
  if (weighed === state) return unchanged(item);
  return weighed.kind === state.kind ? restated(item, weighed) : to(item, now, weighed, chores);
}

export function toldReceived(item: Item, { documentId, elsewhere }: ReceivedTold, now: WallMs): Advance {
  const isKnown = item.state.kind === 'accepted' || item.state.kind === 'refused' || item.state.kind === 'awaiting';
  if (isKnown && !isLaterSending(item, elsewhere)) return unchanged(item);
  return to(received(item, elsewhere, now), now, { kind: 'awaiting', documentId, since: now }, ['drop-spool']);
}

function isLaterSending({ resubmission }: Item, elsewhere: SentElsewhere | undefined): boolean {
  return elsewhere !== undefined && elsewhere.resubmission > resubmission;
}

/** If another computer sent it, only that one was told when the service received it. */
function received(item: Item, elsewhere: SentElsewhere | undefined, now: WallMs): Item {
  if (elsewhere === undefined) return { ...withoutOrder(item), receivedAt: item.receivedAt ?? now };
  return { ...withoutPair(withoutConversion(item)), ...elsewhere, attempts: 0, receivedAt: null, sentElsewhere: true };
}

/** A question that became moot, or a decision that the service overrode, is recorded rather than dropped silently. */
function overtaken({ state }: Item): { readonly overtook?: Overtaken } {
  if (state.kind === 'held') return { overtook: 'question' };
  return state.kind === 'aside' && state.why === 'user' ? { overtook: 'set-aside' } : {};
}

/**
 * A result that a user accepted on the relay's word gives way to what the service signed, whatever that says. A refusal that was dealt with
 * stays so if its reason is the same.
 */
function proven(item: Item, result: ItemResult, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'accepted' && state.kind !== 'refused') return unchanged(item);
  const replacedUnproven = state.kind === result.kind ? 'confirmed' : 'contradicted';
  const replaced = to(item, now, { ...result, contradicted: false, replacedUnproven }, ['drop-spool']);
  if (result.kind === 'accepted') return replaced;
  const resolved = state.kind === 'refused' && state.reason === result.reason ? state.resolved : undefined;
  if (resolved === undefined) return { ...replaced, chores: ['drop-spool', 'tell-refused'] };
  return { ...replaced, item: refusal(replaced.item, resolved).item };
}

/** The same result once more: a refusal that was dealt with is asked about again only if its reason is new. */
function restated(item: Item, weighed: FinalResult): Advance {
  const before = item.state.kind === 'refused' ? item.state : null;
  const repeated: Item = { ...item, state: weighed };
  if (before?.resolved === undefined) return { item: repeated, chores: [] };
  return before.reason === weighed.reason ? refusal(repeated, before.resolved) : { item: repeated, chores: ['tell-refused'] };
}

/** It is still refused, and since the same time: only whether somebody is asked about it changes. */
export function refusal(item: Item, resolved?: Resolved): Advance {
  if (item.state.kind !== 'refused') return unchanged(item);
  const { resolved: _, ...state } = item.state;
  return { item: { ...item, state: resolved === undefined ? state : { ...state, resolved } }, chores: [] };
}

export type NoAnswerHappening =
  /** No result has come so far, and a user should know. */
  | { readonly kind: 'no-answer'; readonly because: NoAnswerReason }
  /** The reason to ask a user no longer applies. */
  | { readonly kind: 'answer-expected' }
  /** The user says that the accountant was asked. */
  | { readonly kind: 'asked' }
  /** The user takes that back. */
  | { readonly kind: 'not-asked' };

/** Of a document whose result has not come: it stays as it is, and only whether somebody is asked about it changes. */
export function withoutAnswer(item: Item, happening: NoAnswerHappening, now: WallMs): Advance {
  switch (happening.kind) {
    case 'no-answer':
      return withNoAnswer(item, happening.because, now);
    case 'answer-expected':
      return expectant(item);
    case 'asked':
      return noteAsked(item, now);
    case 'not-asked':
      return notAsked(item);
    default:
      return unreachable(happening);
  }
}

/** Reported once, and again only after the user had asked and still nothing came. A more specific reason replaces "long". */
function withNoAnswer(item: Item, because: NoAnswerReason, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'awaiting') return unchanged(item);
  const before = state.noAnswer;
  if (before === undefined || before.askedAt !== null) {
    // If there is an unproven answer, the user is asked about that instead.
    const chores: readonly Chore[] = state.unproven === undefined ? ['tell-no-answer'] : [];
    return { item: { ...item, state: { ...state, noAnswer: { because, at: now, askedAt: null } } }, chores };
  }
  if (before.because.kind !== 'long' || because.kind === 'long') return unchanged(item);
  return { item: { ...item, state: { ...state, noAnswer: { ...before, because } } }, chores: [] };
}

function noteAsked(item: Item, now: WallMs): Advance {
  const { state } = item;
  if (state.kind !== 'awaiting' || state.noAnswer === undefined) return unchanged(item);
  return { item: { ...item, state: { ...state, noAnswer: { ...state.noAnswer, askedAt: now } } }, chores: [] };
}

/** The user takes back that the accountant was asked. */
function notAsked(item: Item): Advance {
  const { state } = item;
  if (state.kind !== 'awaiting' || state.noAnswer === undefined || state.noAnswer.askedAt === null) return unchanged(item);
  return { item: { ...item, state: { ...state, noAnswer: { ...state.noAnswer, askedAt: null } } }, chores: [] };
}

function expectant(item: Item): Advance {
  if (item.state.kind !== 'awaiting' || item.state.noAnswer === undefined) return unchanged(item);
  const { noAnswer: _, ...state } = item.state;
  return { item: { ...item, state }, chores: [] };
}
