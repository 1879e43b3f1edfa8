import { type ReactNode, useId } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { QUESTION_ID } from '../invitation/use-invitation.ts';
import { useHeadingFocus } from '../parts/heading-focus.ts';
import styles from './first-run.module.css';
import { Check } from 'lucide-react';

type Props = {
  readonly at: Step;
  /** What is asked now: another one is announced by its heading. */
  readonly kind: string;
  readonly title: string;
  readonly text: string | null;
  /** It has a field to be filled in first, which takes the focus. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

/** One step of the first run, with the way to the others. */
export function FirstRunPage({ at, kind, title, text, takesFocus = false, children }: Props) {
  const { t } = useI18n();
  const progress = t('first-run.at', { step: STEPS.indexOf(at) + 1, steps: STEPS.length, name: t(`first-run.step.${at}`) });
  const progressId = useId();
  const card = useHeadingFocus({ what: kind, takesFocus, isFirst: at === STEPS[0] });
  return (
    <main className={styles['page']}>
      <header className={styles['welcome']}>
        <img src="/icon.svg" alt="" width={48} height={48} />
        <div>
          <h1>{t('first-run.title')}</h1>
          {at === 'connect' && <p>{t('first-run.text')}</p>}
        </div>
      </header>
      <StepList at={at} />
      <section ref={card} className={styles['card']}>
        <div>
          <h2 id={QUESTION_ID} className={styles['title']} aria-describedby={progressId}>
            {title}
          </h2>
          <p id={progressId} className="off-screen">
            {progress}
          </p>
          {text !== null && <p className={styles['text']}>{text}</p>}
        </div>
        {children}
      </section>
    </main>
  );
}

const STEPS = ['connect', 'folders', 'first-scan'] as const;
type Step = (typeof STEPS)[number];

/** The current step and those still to come. */
function StepList({ at }: { readonly at: Step }) {
  const { t, number } = useI18n();
  const here = STEPS.indexOf(at);
  return (
    <ol className={styles['steps']} aria-label={t('first-run.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} className={styles['step']} data-done={index < here} {...(index === here ? { 'aria-current': 'step' as const } : {})}>
          <span className={styles['number']} aria-hidden>
            {index < here ? <Check size={15} strokeWidth={3} /> : number(index + 1)}
          </span>
          <span>{t(`first-run.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
