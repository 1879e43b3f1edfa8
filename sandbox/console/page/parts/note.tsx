import { CircleAlert, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from '#shared/look/note.module.css';
import { classNames } from './class-names.ts';

type Props = {
  readonly tone: 'bad' | 'warn' | 'calm';
  readonly title: string;
  readonly children?: ReactNode;
  /** Read out when it appears. */
  readonly spoken?: 'alert' | 'status';
};

const ICONS = { bad: CircleX, warn: CircleAlert, calm: Info } as const;

export function Note({ tone, title, children, spoken }: Props) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames(styles['note'], styles[tone])} role={spoken}>
      <Icon size={18} aria-hidden className={styles['icon']} />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
    </div>
  );
}
