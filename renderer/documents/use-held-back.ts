import { type UIEvent, useCallback, useState } from 'react';
import type { Item } from '#shared/domain/item.ts';

/** Below this the person counts as being at the top. */
const TOP_PX = 8;

export type HeldBack = {
  readonly shown: readonly Item[];
  /** How many newer ones wait above. */
  readonly newer: number;
  readonly onScroll: (event: UIEvent<HTMLElement>) => void;
  readonly release: () => void;
};

/** While the person reads further down, new documents wait above instead of pushing the rows away. Known rows change in place. */
export function useHeldBack(items: readonly Item[]): HeldBack {
  const [first, setFirst] = useState<string | null>(null);
  const at = first === null ? -1 : items.findIndex((item) => item.id === first);
  const newer = Math.max(at, 0);
  const top = items[newer]?.id ?? null;
  const onScroll = useCallback(
    (event: UIEvent<HTMLElement>) => {
      const away = event.currentTarget.scrollTop > TOP_PX;
      setFirst((held) => (away ? (held ?? top) : null));
    },
    [top],
  );
  return { shown: newer === 0 ? items : items.slice(newer), newer, onScroll, release: () => setFirst(null) };
}
