import { ArrowUp, Check, CircleAlert, Inbox, Pause, Unplug } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import { useSettled } from './use-settled.ts';
import { headOf } from './head-of.ts';
import styles from './overview-head.module.css';

const ICONS = {
  good: Check,
  'under-way': ArrowUp,
  'needs-you': CircleAlert,
  disconnected: Unplug,
  paused: Pause,
  nothing: Inbox,
} as const;

/** A hundred uploads change the sentence a hundred times; it is read out when it has come to rest. */
const SPOKEN_AFTER_MS = 4_000;

/** The first thing seen: did everything go, and if not, what. */
export function OverviewHead({ overview }: { readonly overview: Overview }) {
  const { t, list } = useSpeech();
  const { tone, sentence, clauses, remarks } = headOf(overview);
  const Icon = ICONS[tone];
  const tail = clauses.map(({ key, values }) => t(key, values));
  const text = `${t(sentence.key, sentence.values)}${tail.length > 0 ? `${t('head.joint')}${list(tail)}` : ''}`;
  const spoken = useSettled(text, SPOKEN_AFTER_MS);
  return (
    <header className={styles['head']}>
      <span className={classNames(styles['sign'], styles[tone])}>
        <Icon size={24} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={styles['words']}>
        <h1 className={styles['sentence']}>{text}</h1>
        <output className="off-screen">{spoken}</output>
        {remarks.map(({ key, values }) => (
          <p key={key} className={styles['remark']}>
            {t(key, values)}
          </p>
        ))}
      </div>
    </header>
  );
}
