import type { ReactNode } from 'react';
import styles from './settings.module.css';

/** A group of settings under a heading. */
export function SettingsPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h2 className={styles['part-title']}>{title}</h2>
      <div className={styles['rows']}>{children}</div>
    </section>
  );
}
