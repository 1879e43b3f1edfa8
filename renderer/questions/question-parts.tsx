import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { goTo, hashOf } from '../frame/place.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './questions.module.css';
import type { OpenQuestion, OpenQuestions } from './use-open-questions.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { everyCompany } from '../parts/company-name.tsx';
import { shortPath } from '../folders/paths.ts';

/** The way back, and from question to question. */
export function QuestionTop({ all, at, next, previous }: OpenQuestions) {
  const { t, number } = useI18n();
  return (
    <nav className={styles['top']} aria-label={t('questions.title')}>
      <a href={hashOf({ kind: 'overview' })} className={styles['back']}>
        <ChevronLeft size={16} aria-hidden />
        {t('questions.back')}
      </a>
      {at !== -1 && all.length > 1 && (
        <span className={styles['steps']}>
          <span>{t('questions.place', { at: number(at + 1), all: number(all.length) })}</span>
          <Step label={t('questions.previous')} to={previous}>
            <ChevronLeft size={18} aria-hidden />
          </Step>
          <Step label={t('questions.next')} to={next}>
            <ChevronRight size={18} aria-hidden />
          </Step>
        </span>
      )}
    </nav>
  );
}

type StepProps = { readonly label: string; readonly to: OpenQuestions['next']; readonly children: ReactNode };

function Step({ label, to, children }: StepProps) {
  return (
    <Button look="icon" size="small" aria-label={label} onPress={() => goTo(to?.place ?? { kind: 'overview' })}>
      {children}
    </Button>
  );
}

/** In place of a question that was answered meanwhile, here or elsewhere. */
export function QuestionGone({ goOn, next }: Pick<OpenQuestions, 'goOn' | 'next'>) {
  const { t } = useI18n();
  return (
    <>
      <h1 className={styles['title']}>{t('questions.gone')}</h1>
      <p className={styles['why']}>{t('questions.gone.text')}</p>
      <div>
        <Button onPress={goOn}>{t(next === null ? 'questions.back' : 'questions.next')}</Button>
      </div>
    </>
  );
}

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
  if (next.kind !== 'bulk') return t(`questions.then.${next.kind}`, { name: next.item.name });
  const { companyId, count, path } = next.arrival;
  const company = everyCompany(overview).find(({ id }) => id === companyId)?.name ?? '';
  return t('questions.then.bulk', { company, count, folder: path === null ? t('bulk-arrival.no-folder') : shortPath(path) });
}
