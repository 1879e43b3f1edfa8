import type { WallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import { type Advance, to, unchanged } from './advanced.ts';
import { isUnsent, openIn, reopened } from './aside.ts';
import type { ConvertedKind } from './conversion/conversion.ts';
import { withOrder } from './conversion/converted.ts';
import type { Item } from './item.ts';
import type { ItemState } from './item-state.ts';
import type { Question } from './question.ts';

/** The state of a document whose file is back, and what is to be made of it. */
export type FoundAgain = { readonly as: ItemState; readonly toConvert?: ConvertedKind | undefined };

/**
 * Its file is certainly nowhere any more, and no copy of it can be sent (ADR-8). What only asked about the file needs nobody now. A document
 * that waited to be sent becomes a question instead: it must not be lost without a word. A question about what the service may have stays.
 */
export function gone(item: Item, now: WallMs): Advance {
  if (item.state.kind === 'waiting') return to(item, now, { kind: 'held', question: { kind: 'gone' } }, ['drop-spool', 'tell-question']);
  return endsWithItsFile(item) ? to(item, now, { kind: 'aside', why: 'gone', ...openIn(item.state) }, ['drop-spool']) : unchanged(item);
}

/** Its file was moved to where documents of the other type lie, before a byte of it had left: it is that one now (C51). */
export function moved(item: Item, now: WallMs): Advance {
  const isOpen = item.state.kind === 'waiting' || item.state.kind === 'held' || item.state.kind === 'unfit';
  return isOpen && isUnsent(item) ? to(item, now, { kind: 'aside', why: 'gone', ...openIn(item.state) }, ['drop-spool']) : unchanged(item);
}

/** The same bytes under the other type are nowhere any more, and nothing of them has left: what was open about them is open about this one. */
export function withoutTwin(item: Item, { as }: { readonly as: ItemState }, now: WallMs): Advance {
  return item.state.kind === 'held' && item.state.question.kind === 'other-type' ? to(item, now, as) : unchanged(item);
}

/** What is open about an item that was moved, for the one that it is now. */
export function stateAfterMove({ state }: Item, now: WallMs): ItemState {
  // Its new folder may want no note, and no entries.
  const isOfFolder = state.kind === 'held' && (state.question.kind === 'note' || state.question.kind === 'entries-missing');
  return state.kind === 'held' && !isOfFolder && isAboutTheFile(state.question) ? state : { kind: 'waiting', dueAt: now, last: null };
}

/** Back as it was; a document that was to be sent is judged as if it were new. A user's ignoring is kept. */
export function foundAgain(item: Item, { as, toConvert }: FoundAgain, now: WallMs): Advance {
  const { state } = item;
  const anew = to(withOrder(item, toConvert), now, as);
  if (state.kind === 'held' && state.question.kind === 'gone') return anew;
  // This version can read entries that an earlier one could not.
  if (state.kind === 'unfit' && item.importType === 'entries' && as.kind === 'held') return anew;
  if (state.kind !== 'aside') return unchanged(item);
  if (state.why === 'replaced') return anew;
  const before = reopened(state);
  return state.why !== 'gone' ? unchanged(item) : before === null ? anew : to(item, now, before);
}

/** Whether nothing is left to decide or to mend without the file. */
function endsWithItsFile(item: Item): boolean {
  if (item.state.kind === 'unfit') return true;
  return item.state.kind === 'held' && isUnsent(item) && isAboutTheFile(item.state.question);
}

function isAboutTheFile({ kind }: Question): boolean {
  switch (kind) {
    case 'other-type':
    case 'blank':
    case 'not-understood':
    case 'bulk-arrival':
    case 'new-subfolder':
    case 'sent-before':
    case 'note':
    case 'entries':
    case 'entries-missing':
      return true;
    case 'unclear-answer':
    case 'maybe-received':
    case 'part-received':
    case 'gone':
      return false;
    default:
      return unreachable(kind);
  }
}
