import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import type { SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { BrowserQueries } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { browserName } from './browser-name.ts';

/** Nobody rings when another browser signs in; the host is on this very computer. */
const LOOK_MS = 5_000;

/** What came of the last press. A new one each time, also where the words are the same. */
type Outcome = { readonly words: string } | 'failed';

/** Who is signed in, and the ways to sign them out. What came of it gets the focus, since the button that was pressed is gone. */
export function useBrowsers(queries: BrowserQueries, told: RefObject<HTMLElement | null>) {
  const { t } = useI18n();
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const answer = useQuery({ ...queries.list.queryOptions(), refetchInterval: LOOK_MS });
  const one = useMutation(queries.end.mutationOptions());
  const others = useMutation(queries.endOthers.mutationOptions());
  const all = useMutation(queries.endAll.mutationOptions());
  const common = {
    onError: () => setOutcome('failed'),
    // Whoever signed out itself learns it by any of these calls.
    onSettled: () => void client.invalidateQueries(),
  };
  const words = outcome === 'failed' ? null : (outcome?.words ?? null);
  useEffect(() => {
    const { activeElement } = document;
    const isHere = activeElement === document.body || activeElement?.closest('section') === told.current?.closest('section');
    if (outcome !== null && outcome !== 'failed' && isHere) told.current?.querySelector('button')?.focus();
  }, [outcome, told]);
  return {
    browsers: answer.data?.browsers ?? null,
    words,
    forget: () => setOutcome(null),
    hasFailed: outcome === 'failed',
    isPending: one.isPending || others.isPending || all.isPending,
    end: (browser: SignedIn) => {
      const name = browserName(browser, t);
      // One that had ended by itself meanwhile is signed out as well.
      one.mutate({ id: browser.id }, { ...common, onSuccess: () => setOutcome({ words: t('browsers.told.one', { name }) }) });
    },
    endOthers: () =>
      others.mutate(undefined, {
        ...common,
        onSuccess: ({ ended }) => setOutcome({ words: t('browsers.told.others', { count: ended }) }),
      }),
    endAll: () => all.mutate(undefined, common),
  };
}
