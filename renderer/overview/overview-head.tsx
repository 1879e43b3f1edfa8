import { ArrowUp, Check, CircleAlert, CircleX, Inbox, Pause, Unplug } from 'lucide-react';
import { type Status, type StatusTone, statusOf, underStatus } from '#shared/app-api/status/status-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { MonthChips } from './months/month-chips.tsx';
import { useResolved } from './use-resolved.ts';
import styles from './overview-head.module.css';

const ICONS = {
  good: Check,
  'under-way': ArrowUp,
  'to-do': CircleAlert,
  stopped: CircleX,
  'in-doubt': Unplug,
  paused: Pause,
  nothing: Inbox,
} as const;

/** A hundred uploads change the sentence a hundred times; it is announced once it has been stable for this long. */
const SPOKEN_AFTER_MS = 4_000;

/** Where sending has stopped, that it worked before is no comfort. */
const MAY_TELL_LAST: ReadonlySet<StatusTone> = new Set(['to-do', 'good']);

/** The first thing a person sees: one short sentence, with a quiet line where it helps. */
export function OverviewHead({ overview }: { readonly overview: Overview }) {
  const i18n = useI18n();
  const { t } = i18n;
  const status = statusOf(overview);
  const Icon = ICONS[status.tone];
  const told = ({ key, values }: Status) => t(key, values);
  const lines = underStatus(overview).map((one) => `${told(one)}.`);
  const below = lines.join(' ');
  const shown = [...lines, ...(MAY_TELL_LAST.has(status.tone) ? lastSent(overview, i18n) : [])].join(' ');
  const spoken = useResolved(below === '' ? told(status) : `${told(status)}. ${below}`, SPOKEN_AFTER_MS);
  return (
    <header className={styles['head']}>
      <span className={classNames(styles['sign'], styles[status.tone])}>
        <Icon size={24} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={styles['words']}>
        <h1 className={styles['sentence']}>{told(status)}</h1>
        <output className="off-screen">{spoken}</output>
        {shown !== '' && <p className={styles['below']}>{shown}</p>}
        <MonthChips now={overview.now} />
      </div>
      <div className={styles['actions']}>
        <AddFilesButton overview={overview} />
      </div>
    </header>
  );
}

/** It changes by itself, so it is not spoken. */
function lastSent({ lastReceivedAt, now }: Overview, { t, age }: I18n): readonly string[] {
  return lastReceivedAt === undefined ? [] : [`${t('status.last-sent', { age: age(lastReceivedAt, now) ?? t('common.now') })}.`];
}
