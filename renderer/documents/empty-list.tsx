import { Inbox } from 'lucide-react';
import { useSpeech } from '../speech/speech.tsx';
import styles from './empty-list.module.css';
import type { Filter } from './use-documents.ts';

export function EmptyList({ filter, isLoading }: { readonly filter: Filter; readonly isLoading: boolean }) {
  const { t } = useSpeech();
  if (isLoading) return <p className={styles['empty']}>{t('common.loading')}</p>;
  return (
    <div className={styles['empty']}>
      <Inbox size={36} strokeWidth={1.25} aria-hidden />
      <p className={styles['title']}>{t(filter === 'all' ? 'documents.none' : 'documents.none-of-these')}</p>
      <p>{t(filter === 'all' ? 'documents.none.text' : `documents.none-of-these.${filter}`)}</p>
    </div>
  );
}
