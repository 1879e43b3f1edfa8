import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversionFault, ConversionNews } from '#shared/app-api/conversion.ts';
import type { Conversion } from '#shared/domain/item/conversion/conversion.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { type EngineClient, useEngine } from '../../link/engine.ts';

/** `lost`: the version that was shown is not there any more. After a wrong password, another one is asked for. */
export type ShownFault = Exclude<ConversionFault, 'password-wrong'> | 'lost';

/**
 * `password`: it is to be typed in; `isWrong`: the last one did not open the file. `at`: the page being made; null before the first one.
 */
export type Making =
  | { readonly kind: 'password'; readonly isWrong: boolean }
  | { readonly kind: 'making'; readonly at: { readonly page: number; readonly pages: number } | null }
  | { readonly kind: 'made'; readonly conversion: Conversion }
  | { readonly kind: 'fault'; readonly fault: ShownFault };

const BEGUN: Making = { kind: 'making', at: null };
const ASKED: Making = { kind: 'password', isWrong: false };

/** One round of making a version; null before the first one, while the password is typed in. */
type Round = { readonly password: string | null; readonly allPictures: boolean } | null;

const FIRST = { password: null, allPictures: false } as const satisfies Round;

/**
 * Has a version made for as long as the caller is there; one that leaves cancels it. `open` makes it with a password, `pictures` of all pictures of the
 * file or of the main one, `again` as before, and `fail` is for what is found out later. A file that turns out to be protected is asked the password of.
 */
export function useConversion(itemId: ItemId, { needsPassword }: { readonly needsPassword: boolean }) {
  const { client } = useEngine();
  const [making, setMaking] = useState<Making>(needsPassword ? ASKED : BEGUN);
  const [round, setRound] = useState<Round>(needsPassword ? null : FIRST);
  useEffect(() => {
    if (round === null) return undefined;
    const left = new AbortController();
    const tell = (next: Making) => left.signal.aborted || setMaking(next);
    convert(client, { itemId, ...round, tell, signal: left.signal }).catch(() => tell({ kind: 'fault', fault: 'broken' }));
    return () => left.abort();
  }, [client, itemId, round]);
  const make = (next: Round) => {
    setMaking(BEGUN);
    setRound(next);
  };
  return {
    making,
    open: (password: string) => make({ ...FIRST, password }),
    pictures: (allPictures: boolean) => make({ ...(round ?? FIRST), allPictures }),
    // A round of its own: the same one would begin nothing.
    again: () => make({ ...(round ?? FIRST) }),
    fail: (fault: ShownFault) => setMaking({ kind: 'fault', fault }),
  };
}

type Asked = {
  readonly itemId: ItemId;
  readonly password: string | null;
  readonly allPictures: boolean;
  readonly tell: (making: Making) => void;
  readonly signal: AbortSignal;
};

async function convert(client: EngineClient, { itemId, password, allPictures, tell, signal }: Asked): Promise<void> {
  const of = { itemId, ...(password === null ? {} : { password }), ...(allPictures ? { allPictures } : {}) };
  for await (const news of await client.items.convert(of, { signal })) {
    tell(makingOf(news, password));
    if (news.kind !== 'page') return;
  }
  tell({ kind: 'fault', fault: 'stopped' });
}

function makingOf(news: ConversionNews, password: string | null): Making {
  if (news.kind === 'page') return { kind: 'making', at: { page: news.page, pages: news.pages } };
  if (news.kind === 'made') return news;
  const { fault } = news;
  return fault === 'password-wrong' ? { kind: 'password', isWrong: password !== null } : { kind: 'fault', fault };
}

/**
 * For the buttons of a dialog, the last of which is the primary one: it gets the focus once it is ready. A focus that is on another control by then
 * stays there. Until then the dialog itself has it, also after the button that was pressed last is gone.
 */
export function useFocusOnPrimary(isReady: boolean): RefObject<HTMLDivElement | null> {
  const actions = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) dialogOf(actions)?.focus();
  }, []);
  useEffect(() => {
    if (isReady && document.activeElement === dialogOf(actions))
      actions.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }, [isReady]);
  return actions;
}

function dialogOf({ current }: RefObject<HTMLElement | null>): HTMLElement | null {
  return current?.closest<HTMLElement>('[role=dialog]') ?? null;
}
