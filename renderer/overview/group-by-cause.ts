import type { Item } from '#shared/domain/item/item.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { type Explanation, explain } from '../document/explain.ts';
import type { I18n } from '../i18n/i18n.tsx';

export type UnfitCause = { readonly because: Explanation; readonly items: readonly [Item, ...Item[]] };

/** Groups files with the same cause and next step, in the order of each group's first file. */
export function groupByCause(items: readonly Item[], now: WallMs, i18n: I18n): readonly UnfitCause[] {
  const causes = new Map<string, UnfitCause>();
  for (const item of items) {
    const because = explain(item, now, i18n);
    if (because === null) continue;
    const key = `${because.what}\n${because.next ?? ''}`;
    const known = causes.get(key);
    causes.set(key, { because, items: known === undefined ? [item] : [...known.items, item] });
  }
  return [...causes.values()];
}
