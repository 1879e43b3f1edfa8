import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './more-about.module.css';

/** Details that most people do not need, collapsed at first. */
export function MoreAbout({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <details className={styles['more']}>
      <summary className={styles['label']}>
        <ChevronRight size={16} aria-hidden className={styles['mark']} />
        {label}
      </summary>
      <div className={styles['text']}>{children}</div>
    </details>
  );
}
