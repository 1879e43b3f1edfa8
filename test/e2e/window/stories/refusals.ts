import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import type { WindowState } from '#test/support/window/window-state.ts';
import { dealtWith } from './story-items.ts';

/** Two refusals that nobody has dealt with: of one, a corrected file is at the service and waits for its result. */
export function refusals(base: WindowState): { readonly state: WindowState; readonly corrected: Item; readonly refused: Item } {
  const [correction, ...others] = dealtWith();
  const [corrected, refused] = others.map(open);
  if (correction === undefined || corrected === undefined || refused === undefined) throw new Error('the story has three documents');
  const state = { kind: 'awaiting', documentId: storyId(580), since: correction.foundAt };
  const items = [itemSchema.parse({ ...correction, state }), corrected, refused];
  const counts = { ...base.overview.counts, settled: 0, refused: 2, accepted: 0, awaiting: 1 };
  return { state: { ...base, items, overview: { ...base.overview, counts, standing: 'needs-you' } }, corrected, refused };
}

function open(item: Item): Item {
  if (item.state.kind !== 'refused') return item;
  const { settled: _, ...state } = item.state;
  return { ...item, state };
}
