/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table lays out all of its rows; here only those in sight exist. */
import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './empty-list.module.css';
import { isNarrowed, type ListFilter } from './list-filter.ts';

type Props = { readonly filter: ListFilter; readonly isLoading: boolean; readonly onClear: () => void };

/** Why the list is empty, and what to do about it. */
export function EmptyList({ filter, isLoading, onClear }: Props) {
  const { t } = useI18n();
  if (isLoading) return <Cell look="coming">{t('common.loading')}</Cell>;
  if (isNarrowed(filter)) {
    return (
      <Cell look="empty">
        <SearchX size={36} strokeWidth={1.25} aria-hidden />
        <p className={styles['title']}>
          {filter.search.trim() === '' ? t('documents.none-of-these') : t('list.not-found', { search: filter.search.trim() })}
        </p>
        <p>{t(filter.search.trim() === '' ? 'list.not-narrowed.text' : 'list.not-found.text')}</p>
        <Button onPress={onClear}>{t('list.clear')}</Button>
      </Cell>
    );
  }
  const { show } = filter;
  return (
    <Cell look="empty">
      <Inbox size={36} strokeWidth={1.25} aria-hidden />
      <p className={styles['title']}>{t(show === 'all' ? 'documents.none' : 'documents.none-of-these')}</p>
      <p>{t(show === 'all' ? 'documents.none.text' : `documents.none-of-these.${show}`)}</p>
      {show !== 'all' && <Button onPress={onClear}>{t('list.show-all')}</Button>}
    </Cell>
  );
}

/** Content of a grid has to be in a row, or screen readers do not read it. */
function Cell({ look, children }: { readonly look: 'empty' | 'coming'; readonly children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" className={styles[look]}>
        {children}
      </div>
    </div>
  );
}
