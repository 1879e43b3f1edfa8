import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import type { SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { BrowserQueries } from '../link/engine.ts';
import { useSpeech } from '../speech/speech.tsx';
import { browserName } from './browser-name.ts';

/** Nobody rings when another browser signs in; the host is on this very computer. */
const LOOK_MS = 5_000;

/** A new one each time, also where the words are the same. */
type Said = { readonly words: string };

/** Who is signed in, and the ways to sign them out. What came of it gets the focus, since the button that was pressed is gone. */
export function useBrowsers(queries: BrowserQueries, told: RefObject<HTMLElement | null>) {
  const { t } = useSpeech();
  const client = useQueryClient();
  const [say, setSay] = useState<Said | null>(null);
  const tell = (words: string): void => setSay({ words });
  const answer = useQuery({ ...queries.list.queryOptions(), refetchInterval: LOOK_MS });
  // Whoever signed out itself is told so by each of these calls.
  const lookAgain = () => client.invalidateQueries();
  const one = useMutation(queries.end.mutationOptions());
  const others = useMutation(queries.endOthers.mutationOptions());
  const all = useMutation(queries.endAll.mutationOptions());
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest('section') === told.current?.closest('section');
    if (say !== null && isHere) told.current?.querySelector('button')?.focus();
  }, [say, told]);
  return {
    browsers: answer.data?.browsers ?? null,
    say: say?.words ?? null,
    forget: () => setSay(null),
    hasFailed: one.isError || others.isError || all.isError,
    isPending: one.isPending || others.isPending || all.isPending,
    end: (browser: SignedIn) => {
      // One that had ended by itself meanwhile is signed out as well.
      one.mutate(
        { id: browser.id },
        { onSuccess: () => tell(t('browsers.told.one', { name: browserName(browser, t) })), onSettled: lookAgain },
      );
    },
    endOthers: () =>
      others.mutate(undefined, { onSuccess: ({ ended }) => tell(t('browsers.told.others', { count: ended })), onSettled: lookAgain }),
    endAll: () => all.mutate(undefined, { onSettled: lookAgain }),
  };
}
