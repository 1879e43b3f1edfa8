import type { ReactNode } from 'react';
import styles from '../dialog-box.module.css';

export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
