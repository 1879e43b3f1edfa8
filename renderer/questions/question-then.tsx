import { ChevronRight } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import { everyCompany } from '../companies/every-company.ts';
import { shortPath } from '../folders/paths.ts';
import { hashOf } from '../frame/place.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './questions.module.css';
import type { OpenQuestion } from './use-open-questions.ts';

/** The question that comes next, in one line below the one that is shown. */
export function QuestionThen({ next, overview }: { readonly next: OpenQuestion | null; readonly overview: Overview }) {
  const i18n = useI18n();
  if (next === null) return null;
  return (
    <a href={hashOf(next.place)} className={styles['then']}>
      <span>{wordsOf(next, overview, i18n)}</span>
      <span className={styles['go']}>
        {i18n.t('questions.then')}
        <ChevronRight size={16} aria-hidden />
      </span>
    </a>
  );
}

function wordsOf(next: OpenQuestion, overview: Overview, { t }: I18n): string {
  if (next.kind === 'type') return t('questions.then.type', { name: next.item.name });
  const { companyId, count, path } = next.arrival;
  const company = everyCompany(overview).find(({ id }) => id === companyId)?.name ?? '';
  return t('questions.then.bulk', { company, count, folder: path === null ? t('bulk-arrival.no-folder') : shortPath(path) });
}
