import styles from '../console.module.css';

export function Empty({ title, children }: { readonly title: string; readonly children?: string }) {
  return (
    <div className={styles['empty']}>
      <p className={styles['name']}>{title}</p>
      {children !== undefined && <p className={styles['quiet']}>{children}</p>}
    </div>
  );
}
