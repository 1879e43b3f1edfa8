import { useState } from 'react';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { type EngineClient, useEngine } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { useTell } from '../../parts/notices/use-notices.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import { unprovenOf } from '#shared/domain/results/unproven.ts';

/** `isBack`: it was taken back, and the list is about to show the document again. */
export type Ended = {
  readonly item: Item;
  readonly kind: EndingKind;
  readonly above: readonly ItemId[];
  readonly hadFocus: boolean;
  readonly isBack: boolean;
};

export type Endings = {
  readonly ended: readonly Ended[];
  /** What was ended or taken back last, for a screen reader. */
  readonly told: string;
  end(item: Item, how: Pick<Ended, 'kind' | 'above' | 'hadFocus'>): Promise<void>;
  undo(ended: Ended): Promise<void>;
  readonly forget: (itemId: ItemId) => void;
};

/** Documents that were ended on this page stay on it for a while, each as its own undo. */
export function useEndings(): Endings {
  const { client } = useEngine();
  const { t } = useI18n();
  const tell = useTell();
  const [ended, setEnded] = useState<readonly Ended[]>([]);
  const [told, setTold] = useState('');
  const without = (all: readonly Ended[], itemId: ItemId) => all.filter(({ item }) => item.id !== itemId);
  const failed = () => tell({ words: t('common.unexpected'), isKept: true });
  return {
    ended,
    told,
    end: async (item, how) => {
      try {
        // Another window or computer may have been faster.
        if ((await ENDINGS[how.kind].end(client, item.id)) === 0) return tell({ words: t('to-do.unchanged', { name: item.name }) });
        setEnded((all) => [...without(all, item.id), { ...how, item, isBack: false }]);
        setTold(t(`to-do.ended.${how.kind}`, { name: item.name }));
      } catch {
        failed();
      }
    },
    undo: async ({ item, kind }) => {
      try {
        await ENDINGS[kind].undo(client, item.id);
        setEnded((all) => all.map((one) => (one.item.id === item.id ? { ...one, isBack: true } : one)));
        setTold(t('told.undone'));
      } catch {
        failed();
      }
    },
    forget: (itemId) => setEnded((all) => without(all, itemId)),
  };
}

type Ending = {
  readonly end: (client: EngineClient, itemId: ItemId) => Promise<number>;
  readonly undo: (client: EngineClient, itemId: ItemId) => Promise<unknown>;
};

const ENDINGS: Readonly<Record<EndingKind, Ending>> = {
  ignore: {
    end: async ({ items }, itemId) => (await items.putAside({ itemIds: [itemId] })).aside,
    undo: async ({ items }, itemId) => items.putBack({ itemIds: [itemId] }),
  },
  resolve: {
    end: async ({ items }, itemId) => (await items.resolve({ itemIds: [itemId] })).resolved,
    undo: async ({ items }, itemId) => items.unresolve({ itemIds: [itemId] }),
  },
  asked: {
    end: async ({ items }, itemId) => (await items.asked({ itemIds: [itemId] })).asked,
    undo: async ({ items }, itemId) => items.notAsked({ itemIds: [itemId] }),
  },
};

/** The quiet way in which a document leaves the list without being sent again. */
export type EndingKind = 'ignore' | 'resolve' | 'asked';

/** Null where only its result or a decision about sending can end it. */
export function endingOf(item: Item): EndingKind | null {
  const { state } = item;
  switch (state.kind) {
    case 'refused':
      return 'resolve';
    case 'unfit':
    case 'held':
      return 'ignore';
    case 'awaiting':
      return unprovenOf(item) === null ? 'asked' : null;
    case 'waiting':
    case 'uploading':
    case 'accepted':
    case 'aside':
      return null;
    default:
      return unreachable(state);
  }
}
