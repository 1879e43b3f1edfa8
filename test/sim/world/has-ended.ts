import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/**
 * What a computer's items may end with. `lost`: documents and references whose answer is lost for good; null for not known, when every "no
 * answer yet" may be one of them. `leftAside`: `type sha256` of what its person does not want sent. `keyless`: it lost its secrets, and says
 * so where an answer cannot come.
 */
export type Ends = { readonly lost: ReadonlySet<string> | null; readonly leftAside: ReadonlySet<string>; readonly keyless: boolean };

/** Whether the item can no longer change by itself. */
export function hasEnded({ state, sha256, reference }: Item, { lost, keyless }: Ends): boolean {
  switch (state.kind) {
    case 'accepted':
    case 'refused':
    case 'unfit':
    case 'aside':
      return true;
    case 'held':
      return state.question.kind !== 'unclear-answer';
    case 'awaiting':
      if (keyless && state.noAnswer !== undefined) return true;
      return lost === null || lost.has(state.documentId ?? reference ?? '');
    case 'waiting':
      // Its bytes are gone for good: somebody took the file away before it was sent, and the item says so.
      return state.last?.kind === 'no-file' && sha256 !== null;
    case 'uploading':
      return false;
    default:
      return unreachable(state);
  }
}
