import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import type { SignedIn } from '#shared/app-api/browsers-contract.ts';
import type { BrowserQueries } from '../../link/engine.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { browserName } from './browser-name.ts';

/** Polling interval: no doorbell announces another browser's sign-in, and the host is on this computer. */
const LOOK_MS = 5_000;

/** The outcome of the last action. A new object each time, even if the words are the same. */
type Outcome = { readonly words: string } | 'failed';

/** The signed-in browsers, and the actions to sign them out. The outcome gets the focus, since the pressed button is gone. */
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
    // A browser that signed itself out learns so from any of these queries.
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
      // A session that had already ended counts as signed out too.
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
