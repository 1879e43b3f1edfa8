import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './questions.module.css';
import type { OpenQuestions } from './use-open-questions.ts';

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
