import { unreachable } from '../../lib/unreachable.ts';
import type { ItemStateKind } from './item-state.ts';

/** Whether Intray itself has nothing left to do for a document in this state: it has its result, or a person has to decide. */
export function isAtRest(kind: ItemStateKind): boolean {
  switch (kind) {
    case 'held':
    case 'aside':
    case 'unfit':
    case 'accepted':
    case 'refused':
      return true;
    case 'waiting':
    case 'uploading':
    case 'awaiting':
      return false;
    default:
      return unreachable(kind);
  }
}
