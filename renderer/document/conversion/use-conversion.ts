import { useEffect, useState } from 'react';
import type { ConversionFault, ConversionNews } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { type EngineClient, useEngine } from '../../link/engine.ts';

/** `lost`: the version that was shown is not there any more. */
export type ShownFault = ConversionFault | 'lost';

/** `at`: the page being made; null before the first one. */
export type Making =
  | { readonly kind: 'making'; readonly at: { readonly page: number; readonly pages: number } | null }
  | { readonly kind: 'made'; readonly conversion: Conversion }
  | { readonly kind: 'fault'; readonly fault: ShownFault };

const BEGUN: Making = { kind: 'making', at: null };

/** Has a version made for as long as the caller is there; one that leaves cancels it. `again` starts anew, `fail` is for what is found out later. */
export function useConversion(itemId: ItemId) {
  const { client } = useEngine();
  const [making, setMaking] = useState<Making>(BEGUN);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const left = new AbortController();
    const tell = (next: Making) => left.signal.aborted || setMaking(next);
    convert(client, { itemId, tell, signal: left.signal }).catch(() => tell({ kind: 'fault', fault: 'broken' }));
    return () => left.abort();
    // Another round makes the version again.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [client, itemId, round]);
  return {
    making,
    again: () => {
      setMaking(BEGUN);
      setRound((before) => before + 1);
    },
    fail: (fault: ShownFault) => setMaking({ kind: 'fault', fault }),
  };
}

type Asked = { readonly itemId: ItemId; readonly tell: (making: Making) => void; readonly signal: AbortSignal };

async function convert(client: EngineClient, { itemId, tell, signal }: Asked): Promise<void> {
  for await (const news of await client.items.convert({ itemId }, { signal })) {
    tell(makingOf(news));
    if (news.kind !== 'page') return;
  }
  tell({ kind: 'fault', fault: 'stopped' });
}

function makingOf(news: ConversionNews): Making {
  return news.kind === 'page' ? { kind: 'making', at: { page: news.page, pages: news.pages } } : news;
}
