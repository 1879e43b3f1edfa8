import { useI18n } from '../i18n/i18n.tsx';
import { newsOf } from './news-of.ts';
import styles from './news.module.css';

export function NewsLines({ version }: { readonly version: string }) {
  const { t } = useI18n();
  return (
    <ul className={styles['lines']}>
      {newsOf(version).map((line) => (
        <li key={line}>{t(line)}</li>
      ))}
    </ul>
  );
}
