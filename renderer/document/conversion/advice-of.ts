import { unreachable } from '#shared/lib/unreachable.ts';
import type { ShownFault } from './use-conversion.ts';

type Advice =
  | 'close'
  | 'put-back'
  | 'wait'
  | 'open'
  | 'again'
  | 'remake'
  | 'ask'
  | 'save-as'
  | 'split'
  | 'smaller'
  | 'again-or-save-as'
  | 'free';

/** What the user can do about it: the same for faults that are mended the same way. */
export function adviceOf(fault: ShownFault): Advice {
  switch (fault) {
    case 'not-found':
    case 'not-offered':
      return 'close';
    case 'gone':
      return 'put-back';
    case 'changed':
      return 'wait';
    case 'in-cloud':
      return 'open';
    case 'unreadable':
    case 'stopped':
      return 'again';
    case 'lost':
      return 'remake';
    case 'signed':
    case 'has-attachments':
      return 'ask';
    case 'not-understood':
      return 'save-as';
    case 'too-many-pages':
      return 'split';
    case 'too-many-pixels':
    case 'still-too-large':
      return 'smaller';
    case 'too-slow':
    case 'too-much-memory':
    case 'broken':
      return 'again-or-save-as';
    case 'no-room':
      return 'free';
    default:
      return unreachable(fault);
  }
}

/** Advice after which the same conversion can come to another result. */
const AGAIN: ReadonlySet<Advice> = new Set(['put-back', 'open', 'again', 'remake', 'again-or-save-as', 'free']);

export function mayTryAgain(fault: ShownFault): boolean {
  return AGAIN.has(adviceOf(fault));
}
