import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** What has become of the first scan, in the words of the first run. */
export type ScanStory = 'found' | 'under-way' | 'received' | 'accepted' | 'refused' | 'asks' | 'unfit';

export function scanStory({ state: { kind } }: Pick<Item, 'state'>): ScanStory {
  switch (kind) {
    case 'waiting':
      return 'found';
    case 'uploading':
      return 'under-way';
    case 'awaiting':
      return 'received';
    case 'accepted':
    case 'refused':
    case 'unfit':
      return kind;
    case 'held':
    case 'aside':
      return 'asks';
    default:
      return unreachable(kind);
  }
}
