import { Check } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './first-run.module.css';

export const STEPS = ['connect', 'folders', 'first-scan'] as const;
export type Step = (typeof STEPS)[number];

/** The current step and those still to come. */
export function StepList({ at }: { readonly at: Step }) {
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
