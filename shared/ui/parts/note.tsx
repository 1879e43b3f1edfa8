import { CircleAlert, CircleX, Info, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from '../note.module.css';

type Props = {
  readonly tone: 'bad' | 'warn' | 'calm' | 'busy';
  readonly title: string;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
  /** How screen readers announce it when it appears: at once, at the next pause, or not at all. */
  readonly spoken?: 'alert' | 'status' | 'none';
};

const ICONS = { bad: CircleX, warn: CircleAlert, calm: Info, busy: LoaderCircle } as const;

/** A message, with what to do about it. */
export function Note({ tone, title, children, actions, spoken = 'none' }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames(styles['note'], styles[tone])} role={spoken === 'none' ? undefined : spoken}>
      <Icon size={18} aria-hidden className={styles['icon']} />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
    </div>
  );
}
