import { unreachable } from '../lib/unreachable.ts';
import type { Item } from './item/item.ts';
import type { ItemStateKind } from './item/item-state.ts';

/** What a user says of a document whose bytes are known as the other type too. `this`: of the type that it is held as. */
export const TYPE_ANSWERS = ['this', 'other', 'both'] as const;
export type TypeAnswer = (typeof TYPE_ANSWERS)[number];

/**
 * What became of the same bytes under the other type.
 *
 * `unsent`: no byte of it has left, and it waits for its turn · `undecided`: it is held for this very question · `asking`: it is held for another
 * one · `under-way`: it has left, or may have, and goes on by itself · `in-doubt`: held, and it may have been received · `awaiting`, `accepted`,
 * `refused`: received · `ignored`: a user did not want it sent · `unsendable`: it cannot be sent, or its place was taken · `unknown`: nothing
 * is known of it any more.
 */
export const OTHER_STANDINGS = [
  'unsent',
  'undecided',
  'asking',
  'under-way',
  'in-doubt',
  'awaiting',
  'accepted',
  'refused',
  'ignored',
  'unsendable',
  'unknown',
] as const;
export type OtherStanding = (typeof OTHER_STANDINGS)[number];

/** `told`: what the service reported of another computer's document, if none is here. */
export function otherStanding(other: Pick<Item, 'state' | 'leftAt' | 'resubmission'> | null, told: ItemStateKind | null): OtherStanding {
  if (other === null) return told === 'awaiting' || told === 'accepted' || told === 'refused' ? told : 'unknown';
  // The rule of `isUnsent`, which is not imported: the window would load two more files with its first page.
  const hasLeft = other.leftAt !== null || other.resubmission > 0;
  const { state } = other;
  switch (state.kind) {
    case 'waiting':
      return hasLeft ? 'under-way' : 'unsent';
    case 'uploading':
      return 'under-way';
    case 'held':
      if (hasLeft) return 'in-doubt';
      return state.question.kind === 'other-type' ? 'undecided' : 'asking';
    case 'aside':
      // It is sent as a part of another document.
      if (state.why === 'joined') return 'under-way';
      if (state.why !== 'user') return 'unsendable';
      // Put aside while nobody knew whether it was received.
      return hasLeft ? 'in-doubt' : 'ignored';
    case 'unfit':
      return 'unsendable';
    case 'awaiting':
    case 'accepted':
    case 'refused':
      return state.kind;
    default:
      return unreachable(state);
  }
}

/** What an answer does, by happenings of the two documents; null leaves the other one alone. What has left is never touched. */
export type TypeEffect = { readonly own: 'allowed' | 'put-aside'; readonly other: 'allowed' | 'put-aside' | null };

export function typeEffect(answer: TypeAnswer, standing: OtherStanding): TypeEffect {
  switch (answer) {
    case 'this':
      return { own: 'allowed', other: isOnlyHere(standing) ? 'put-aside' : null };
    case 'other':
      return { own: 'put-aside', other: isReleased(standing) ? 'allowed' : null };
    case 'both':
      return { own: 'allowed', other: isReleased(standing) ? 'allowed' : null };
    default:
      return unreachable(answer);
  }
}

/** Whether the accountant has, or may get, a document under the other type that should not be there if the answer is `this`. */
export function isToBeRemoved(standing: OtherStanding): boolean {
  return standing === 'under-way' || standing === 'in-doubt' || standing === 'awaiting' || standing === 'accepted';
}

function isOnlyHere(standing: OtherStanding): boolean {
  return standing === 'unsent' || standing === 'undecided' || standing === 'asking';
}

/** Only this question, or an earlier no to it, keeps it from being sent. */
function isReleased(standing: OtherStanding): boolean {
  return standing === 'undecided' || standing === 'ignored';
}
