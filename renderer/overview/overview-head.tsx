import { ArrowUp, Check, CircleAlert, CircleX, Inbox, Pause, Unplug } from 'lucide-react';
import { type Status, statusOf, underStatus } from '#shared/app-api/status-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
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

/** The first thing a person sees: one short sentence, with a quiet line where it helps. */
export function OverviewHead({ overview }: { readonly overview: Overview }) {
  const { t } = useI18n();
  const status = statusOf(overview);
  const Icon = ICONS[status.tone];
  const told = ({ key, values }: Status) => t(key, values);
  const below = underStatus(overview)
    .map((one) => `${told(one)}.`)
    .join(' ');
  const spoken = useResolved(below === '' ? told(status) : `${told(status)}. ${below}`, SPOKEN_AFTER_MS);
  return (
    <header className={styles['head']}>
      <span className={classNames(styles['sign'], styles[status.tone])}>
        <Icon size={24} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={styles['words']}>
        <h1 className={styles['sentence']}>{told(status)}</h1>
        <output className="off-screen">{spoken}</output>
        {below !== '' && <p className={styles['below']}>{below}</p>}
      </div>
      <div className={styles['actions']}>
        <AddFilesButton overview={overview} />
      </div>
    </header>
  );
}
