import { useState } from 'react';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { copyText } from '#shared/ui/parts/copy-button.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { type EngineClient, useEngine } from '../../link/engine.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';
import type { RowActionKind } from '../document-row.tsx';

/** Actions that need a confirmation first. */
export type Asking = { readonly kind: 'send-again' | 'allow' | 'take'; readonly itemIds: readonly ItemId[] };
type Act = 'send-again' | 'allow' | 'put-aside' | 'put-back' | 'resolve' | 'unresolve' | 'take';

export type ListActions = {
  readonly asking: Asking | null;
  readonly isPending: boolean;
  readonly ask: (asking: Asking | null) => void;
  readonly act: (kind: Act, itemIds: readonly ItemId[]) => void;
  readonly onRow: (kind: RowActionKind, item: Item) => void;
  readonly reveal: (itemId: ItemId) => void;
};

/** The most that one call accepts. */
const AT_ONCE = 500;

/** Actions on one document of the list, or on all marked ones. */
export function useListActions(): ListActions {
  const { client } = useEngine();
  const [asking, ask] = useState<Asking | null>(null);
  const i18n = useI18n();
  const tell = useTell();
  const [isPending, setPending] = useState(false);
  const run = async (work: () => Promise<Told | null>, undo?: () => Promise<unknown>): Promise<void> => {
    setPending(true);
    // Whatever failed, the user is told that the outcome is uncertain; the list shows what became of each document.
    const told = await work().catch(() => ({ kind: 'failed' }) as const);
    setPending(false);
    ask(null);
    const isDone = told !== null && 'count' in told && told.count > 0;
    if (told !== null) tell({ words: toldWords(told, i18n), isKept: isTrouble(told), undo: isDone ? undo : undefined });
  };
  const act: ListActions['act'] = (kind, itemIds) =>
    void run(async () => ({ kind: DONE[kind], ...(await inChunks(client, kind, itemIds)) }), undoOf(client, kind, itemIds));
  const reveal = (itemId: ItemId) =>
    void run(async () => ((await client.items.reveal({ itemId })).available ? null : { kind: 'no-folder' }));
  return {
    asking,
    isPending,
    ask,
    act,
    reveal,
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

type Done = { readonly count: number; readonly missing: number };

async function inChunks(client: EngineClient, act: Act, itemIds: readonly ItemId[]): Promise<Done> {
  let [count, missing] = [0, 0];
  for (let at = 0; at < itemIds.length; at += AT_ONCE) {
    const done = await doAct(client, act, itemIds.slice(at, at + AT_ONCE));
    count += done.count;
    missing += done.missing;
  }
  return { count, missing };
}

/** Nothing for a document that is on its way. */
function undoOf(client: EngineClient, act: Act, itemIds: readonly ItemId[]): (() => Promise<unknown>) | undefined {
  const back = UNDO[act];
  return back === undefined ? undefined : () => inChunks(client, back, itemIds);
}

const UNDO: Partial<Record<Act, Act>> = { 'put-aside': 'put-back', 'put-back': 'put-aside', resolve: 'unresolve', unresolve: 'resolve' };

const DONE = {
  'send-again': 'sent-again',
  allow: 'allowed',
  'put-aside': 'ignored',
  'put-back': 'no-longer-ignored',
  resolve: 'resolved',
  unresolve: 'unresolved',
  take: 'taken',
} as const satisfies Record<Act, Told['kind']>;

async function doAct({ items }: EngineClient, act: Act, some: readonly ItemId[]): Promise<Done> {
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
    case 'put-back':
      return { count: (await items.putBack({ itemIds })).held, missing: 0 };
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

/** What was done with documents of the list, and with how many it was not. */
type Told =
  | {
      readonly kind: 'sent-again' | 'allowed' | 'ignored' | 'no-longer-ignored' | 'resolved' | 'unresolved' | 'taken';
      readonly count: number;
      readonly missing: number;
    }
  | { readonly kind: 'no-folder' | 'number-copied' | 'failed' };

function toldWords(told: Told, { t }: I18n): string {
  switch (told.kind) {
    case 'sent-again':
    case 'allowed':
    case 'ignored':
    case 'no-longer-ignored':
    case 'resolved':
    case 'unresolved':
    case 'taken': {
      const done = t(`list.told.${told.kind}`, { count: told.count });
      return told.missing === 0 ? done : `${done} ${t('list.told.missing', { count: told.missing })}`;
    }
    case 'no-folder':
      return t('document.reveal-none');
    case 'number-copied':
      return t('list.told.number-copied');
    case 'failed':
    default:
      return t('list.told.failed');
  }
}

/** Whether something went wrong, which a user needs time to read. */
function isTrouble(told: Told): boolean {
  return told.kind === 'no-folder' || told.kind === 'failed' || ('missing' in told && told.missing > 0);
}
