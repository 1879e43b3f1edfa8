import { ArrowUp, Check, CircleAlert, Inbox, Pause, Unplug } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useResolved } from './use-resolved.ts';
import { headOf, type HeadText } from './head-of.ts';
import styles from './overview-head.module.css';

const ICONS = {
  good: Check,
  'under-way': ArrowUp,
  'needs-you': CircleAlert,
  disconnected: Unplug,
  paused: Pause,
  nothing: Inbox,
} as const;

/** A hundred uploads change the sentence a hundred times; it is announced once it has been stable for this long. */
const SPOKEN_AFTER_MS = 4_000;

/** The first thing a person sees: whether everything was sent, and if not, what was not. */
export function OverviewHead({ overview }: { readonly overview: Overview }) {
  const { t, list } = useI18n();
  const { tone, sentence, clauses, underWay, remarks } = headOf(overview);
  const Icon = ICONS[tone];
  const told = (clause: HeadText) => t(clause.key, clause.values);
  const text = `${told(sentence)}${clauses.length > 0 ? `${t('overview.head.joint')}${list(clauses.map(told))}` : ''}`;
  const below = underWay.length > 0 ? `${list(underWay.map(told))}.` : null;
  const spoken = useResolved(below === null ? text : `${text}. ${below}`, SPOKEN_AFTER_MS);
  return (
    <header className={styles['head']}>
      <span className={classNames(styles['sign'], styles[tone])}>
        <Icon size={24} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={styles['words']}>
        <h1 className={styles['sentence']}>{text}</h1>
        <output className="off-screen">{spoken}</output>
        {below !== null && <p className={styles['remark']}>{below}</p>}
        {remarks.map((remark) => (
          <p key={remark.key} className={styles['remark']}>
            {told(remark)}
          </p>
        ))}
      </div>
      <div className={styles['actions']}>
        <AddFilesButton overview={overview} />
      </div>
    </header>
  );
}
