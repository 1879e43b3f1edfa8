import { CircleAlert, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import styles from './need-entry.module.css';

type Props = {
  /** `bad`: something has stopped; `warn`: it waits for the person; `calm`: information only. */
  readonly tone: 'bad' | 'warn' | 'calm';
  readonly title: string;
  readonly text?: ReactNode;
  readonly actions?: ReactNode;
  /** The documents concerned, shown below. */
  readonly children?: ReactNode;
};

const ICONS = { bad: CircleX, warn: CircleAlert, calm: Info } as const;

/** One thing that needs the person: a sentence, what to do, and the buttons. */
export function NeedEntry({ tone, title, text, actions, children }: Props) {
  const Icon = ICONS[tone];
  return (
    <li className={styles['entry']}>
      <Icon size={20} aria-hidden className={classNames(styles['icon'], tones[tone])} />
      <div className={styles['words']}>
        <h3 className={styles['title']}>{title}</h3>
        {text !== undefined && <div className={styles['text']}>{text}</div>}
      </div>
      {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      {children !== undefined && <ul className={styles['documents']}>{children}</ul>}
    </li>
  );
}
