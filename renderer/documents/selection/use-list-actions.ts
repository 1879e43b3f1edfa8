import { useState } from 'react';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { copyText } from '#shared/ui/parts/copy-text.ts';
import { type EngineClient, useEngine } from '../../link/engine.ts';
import type { RowActionKind } from '../document-row.tsx';

/** Actions that need a confirmation first. `Told` reports afterwards what was done and what was not. */
export type Asking = { readonly kind: 'send-again' | 'allow' | 'take'; readonly itemIds: readonly ItemId[] };
export type Told =
  | {
      readonly kind: 'sent-again' | 'allowed' | 'put-aside' | 'resolved' | 'unresolved' | 'taken';
      readonly count: number;
      readonly missing: number;
    }
  | { readonly kind: 'no-folder' | 'number-copied' | 'failed' };

type Act = 'send-again' | 'allow' | 'put-aside' | 'resolve' | 'unresolve' | 'take';

export type ListActions = {
  readonly asking: Asking | null;
  readonly told: Told | null;
  readonly isPending: boolean;
  readonly ask: (asking: Asking | null) => void;
  readonly act: (kind: Act, itemIds: readonly ItemId[]) => void;
  readonly onRow: (kind: RowActionKind, item: Item) => void;
  readonly reveal: (itemId: ItemId) => void;
  readonly forget: () => void;
};

/** The most that one call accepts. */
const AT_ONCE = 500;

/** Actions on one document of the list, or on all marked ones. */
export function useListActions(): ListActions {
  const { client } = useEngine();
  const [asking, ask] = useState<Asking | null>(null);
  const [told, tell] = useState<Told | null>(null);
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<Told | null>): Promise<void> => {
    setPending(true);
    // Whatever failed, the person is told that the outcome is uncertain; the list shows what became of each document.
    tell(await work().catch(() => ({ kind: 'failed' }) as const));
    setPending(false);
    ask(null);
  };
  const act: ListActions['act'] = (kind, itemIds) => void run(() => inChunks(client, kind, itemIds));
  const reveal = (itemId: ItemId) =>
    void run(async () => ((await client.items.reveal({ itemId })).available ? null : { kind: 'no-folder' }));
  return {
    asking,
    told,
    isPending,
    ask,
    act,
    reveal,
    forget: () => tell(null),
    onRow: (kind, item) => {
      if (kind === 'send-again') ask({ kind, itemIds: [item.id] });
      else if (kind === 'reveal') reveal(item.id);
      else if (kind === 'copy-number') void run(() => copyNumber(item));
      else act(kind, [item.id]);
    },
  };
}

async function copyNumber({ state }: Item): Promise<Told | null> {
  const copied = 'documentId' in state && state.documentId !== null && (await copyText(state.documentId));
  return { kind: copied ? 'number-copied' : 'failed' };
}

async function inChunks(client: EngineClient, act: Act, itemIds: readonly ItemId[]): Promise<Told> {
  let [count, missing] = [0, 0];
  for (let at = 0; at < itemIds.length; at += AT_ONCE) {
    const done = await doAct(client, act, itemIds.slice(at, at + AT_ONCE));
    count += done.count;
    missing += done.missing;
  }
  return { kind: DONE[act], count, missing };
}

const DONE = {
  'send-again': 'sent-again',
  allow: 'allowed',
  'put-aside': 'put-aside',
  resolve: 'resolved',
  unresolve: 'unresolved',
  take: 'taken',
} as const satisfies Record<Act, Told['kind']>;

async function doAct(
  { items }: EngineClient,
  act: Act,
  some: readonly ItemId[],
): Promise<{ readonly count: number; readonly missing: number }> {
  const itemIds = [...some];
  switch (act) {
    case 'send-again': {
      const { sent, missing } = await items.sendAgain({ itemIds });
      return { count: sent.length, missing: missing.length };
    }
    case 'allow':
      return { count: (await items.allow({ itemIds })).allowed, missing: 0 };
    case 'put-aside':
      return { count: (await items.putAside({ itemIds })).aside, missing: 0 };
    case 'resolve':
      return { count: (await items.resolve({ itemIds })).resolved, missing: 0 };
    case 'unresolve':
      return { count: (await items.unresolve({ itemIds })).unresolved, missing: 0 };
    case 'take':
      return { count: (await items.takeUnproven({ itemIds, says: 'accepted' })).taken, missing: 0 };
    default:
      return unreachable(act);
  }
}
