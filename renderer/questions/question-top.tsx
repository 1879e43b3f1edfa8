import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { goTo, hashOf } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './questions.module.css';
import type { OpenQuestions } from './use-open-questions.ts';

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
