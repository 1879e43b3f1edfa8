import { unreachable } from '../../lib/unreachable.ts';
import type { Chore } from './advance.ts';
import type { ItemStateKind } from './item-state.ts';

/** What a newly found document of this state has to tell the user. */
export function choreOfNew(kind: ItemStateKind): Chore | null {
  switch (kind) {
    case 'unfit':
      return 'tell-unfit';
    case 'held':
      return 'tell-question';
    case 'aside':
    case 'waiting':
    case 'uploading':
    case 'awaiting':
    case 'accepted':
    case 'refused':
      return null;
    default:
      return unreachable(kind);
  }
}
