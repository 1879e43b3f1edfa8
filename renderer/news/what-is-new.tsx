import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './news.module.css';
import type { MessageKey } from '#shared/i18n/en.ts';

/** What a newer version brings, from its first start until the user has read it. It interrupts nothing. */
export function WhatIsNew() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const version = useQuery(queries.info.queryOptions()).data?.version;
  const seen = useQuery(queries.settings.get.queryOptions()).data?.newsSeen;
  const queryClient = useQueryClient();
  const reading = useMutation(
    queries.settings.change.mutationOptions({
      onSuccess: (settings) => queryClient.setQueryData(queries.settings.get.queryKey(), settings),
    }),
  );
  if (version === undefined || seen === undefined || seen === version || newsOf(version).length === 0) return null;
  const title = t('news.title', { version });
  return (
    <section className={styles['card']} aria-label={title}>
      <Sparkles size={18} aria-hidden className={styles['sign']} />
      <div className={styles['words']}>
        <h2>{title}</h2>
        <NewsLines version={version} />
        {reading.isError && <p role="alert">{t('common.unexpected')}</p>}
      </div>
      <Button size="small" isPending={reading.isPending} onPress={() => reading.mutate({ newsSeen: version })}>
        {t('news.seen')}
      </Button>
    </section>
  );
}

export function NewsLines({ version }: { readonly version: string }) {
  const { t } = useI18n();
  return (
    <ul className={styles['lines']}>
      {newsOf(version).map((line) => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  );
}

/** The version that runs, with its news; a release writes its own in place of the previous ones. Empty if a user notices nothing. */
const NEWS: Readonly<Record<string, readonly MessageKey[]>> = {
  '0.1.0': ['news.0-1-0.sentence', 'news.0-1-0.ignore', 'news.0-1-0.questions', 'news.0-1-0.month', 'news.0-1-0.list'],
};

export function newsOf(version: string): readonly MessageKey[] {
  return NEWS[version] ?? [];
}
