import { useEffect, useState } from 'react';
import type { ConversionNews, JoinFault, JoinNews } from '#shared/app-api/conversion.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import { type EngineClient, useEngine } from '../../link/engine.ts';

/** `lost`: what was shown is not there any more. `part`: the document that is the reason; null if no single one is. */
export type JoinTrouble = { readonly fault: JoinFault | 'lost'; readonly part: ItemId | null };

/** `at`: the page being made; null before the first one. `itemId`: what was made is kept, and sent, under this id. */
export type Joining =
  | { readonly kind: 'making'; readonly at: { readonly page: number; readonly pages: number } | null }
  | { readonly kind: 'made'; readonly itemId: ItemId; readonly conversion: Conversion }
  | ({ readonly kind: 'fault' } & JoinTrouble);

/** New documents, in this order; or one that was joined before, and lost its PDF. */
export type ToJoin = { readonly parts: readonly ItemId[]; readonly whole: ItemId | null };

const BEGUN: Joining = { kind: 'making', at: null };
/** Somebody who moves a picture moves it again at once. */
const MOVED_MS = 400;

/** Has the PDF made for as long as the caller is there, and anew in each order; one that leaves cancels it. */
export function useJoining({ parts, whole }: ToJoin) {
  const { client } = useEngine();
  const [round, setRound] = useState(0);
  const order = parts.join(' ');
  const key = `${round} ${order}`;
  const [told, setTold] = useState<{ readonly key: string; readonly joining: Joining } | null>(null);
  useEffect(() => {
    const left = new AbortController();
    const tell = (joining: Joining) => left.signal.aborted || setTold({ key, joining });
    const of = { parts: order.split(' ') as ItemId[], whole };
    const begin = () =>
      void make(client, { of, tell, signal: left.signal }).catch(() => tell({ kind: 'fault', fault: 'broken', part: null }));
    const timer = setTimeout(begin, MOVED_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [client, key, order, whole]);
  return {
    // What was told of another order, or of an earlier try, is of no use.
    joining: told?.key === key ? told.joining : BEGUN,
    again: () => setRound((before) => before + 1),
    fail: (fault: JoinTrouble['fault']) => setTold({ key, joining: { kind: 'fault', fault, part: null } }),
  };
}

type Making = { readonly of: ToJoin; readonly tell: (joining: Joining) => void; readonly signal: AbortSignal };

async function make(client: EngineClient, { of: { parts, whole }, tell, signal }: Making): Promise<void> {
  const { items } = client;
  const all = whole === null ? await items.join({ itemIds: [...parts] }, { signal }) : await items.convert({ itemId: whole }, { signal });
  for await (const news of all) {
    tell(joiningOf(news, whole));
    if (news.kind !== 'page') return;
  }
  tell({ kind: 'fault', fault: 'stopped', part: null });
}

function joiningOf(news: JoinNews | ConversionNews, whole: ItemId | null): Joining {
  if (news.kind === 'page') return { kind: 'making', at: { page: news.page, pages: news.pages } };
  if (news.kind === 'fault') return { part: null, ...news };
  const itemId = 'itemId' in news ? news.itemId : whole;
  return itemId === null ? { kind: 'fault', fault: 'broken', part: null } : { ...news, itemId };
}
