import { basename } from 'node:path';
import type { Item } from '#shared/domain/item/item.ts';
import { isSameName } from '#test/support/disks/path-map.ts';
import { resultFolderOf, typeOf } from '../plan/places.ts';
import { type Ends, hasEnded } from './has-ended.ts';
import { keyOf, type Left } from './ledger.ts';

/** Why a file in a watched folder has not come to its end on this computer, in words; empty when it has. */
export function whyRestless({ path, paper }: Left, items: readonly Item[], ends: Ends): readonly string[] {
  if (paper.kind === 'half' || path.toLowerCase().endsWith('.tmp')) return [];
  const name = basename(path);
  const own = items.filter((item) => item.importType === typeOf(path) && (item.sha256 === paper.sha256 || isSameName(item.name, name)));
  const mine = own.filter((item) => (paper.kind === 'unfit' ? true : item.sha256 === paper.sha256));
  // It was moved after its result before this computer looked, or after it had seen only an older content under this name. The checker of
  // invariant 2 requires that some computer knows it.
  const isMoved = resultFolderOf(path) !== null;
  if (mine.length === 0) return isMoved ? [] : ['was never seen'];
  const isLeft = ends.leftAside.has(keyOf(typeOf(path), paper.sha256));
  const mayBeAside = isMoved || isLeft;
  const isDone = (item: Item): boolean => hasEnded(item, ends) && (mayBeAside || item.state.kind !== 'aside');
  if (paper.kind === 'fit' || paper.kind === 'tiff') return mine.every(isDone) ? [] : ['has not ended'];
  // A person may put aside a file that only the service finds too large, like any other. It is then never sent, so the service never says
  // so.
  const isSetAside = ({ state: { kind } }: Item): boolean => kind === 'unfit' || kind === 'held' || (isLeft && kind === 'aside');
  return mine.some(isSetAside) ? [] : ['is not set aside'];
}
