import type { ReactNode } from 'react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './row.module.css';

type Props = {
  /** Drawn at the left; the words say the same. */
  readonly sign: ReactNode;
  readonly title: ReactNode;
  /** Company, type and age. */
  readonly facts?: ReactNode;
  readonly text?: ReactNode;
  /** The quiet ending, then the mending one. */
  readonly endings?: ReactNode;
  readonly isEnded?: boolean;
};

/** One thing to do, or to know: what it is, the reason, and how it ends. */
export function Row({ sign, title, facts, text, endings, isEnded = false }: Props) {
  return (
    <div className={classNames(styles['row'], isEnded && styles['ended'])}>
      {sign}
      <div className={styles['words']}>
        <div className={styles['line']}>
          <h3 className={styles['title']}>{title}</h3>
          {facts !== undefined && <span className={styles['facts']}>{facts}</span>}
        </div>
        {text !== undefined && <div className={styles['text']}>{text}</div>}
      </div>
      {endings !== undefined && <div className={styles['endings']}>{endings}</div>}
    </div>
  );
}
