import { CircleAlert, CircleX, Info } from 'lucide-react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import { useI18n } from '../i18n/i18n.tsx';
import type { ConnectCause } from './cause-of.ts';
import styles from './connect.module.css';

const ICONS = { bad: CircleX, warn: CircleAlert, calm: Info } as const;

/** Says what is broken and since when. */
export function CauseNote({ cause: { kind, tone, since } }: { readonly cause: ConnectCause }) {
  const { t, moment } = useI18n();
  const Icon = ICONS[tone];
  return (
    <div className={styles['cause']}>
      <Icon size={20} aria-hidden className={classNames(tones[tone])} />
      <div className={styles['words']}>
        <p className={styles['cause-title']}>{t(`reconnect.cause.${kind}`)}</p>
        <p>{t(`reconnect.cause.${kind}.text`)}</p>
        {since !== null && <p className={styles['quiet']}>{t('reconnect.since', { moment: moment(since) })}</p>}
      </div>
    </div>
  );
}
