import { useI18n } from '../i18n/i18n.tsx';
import styles from './preview.module.css';

/** As large as the preview being loaded, so that nothing below moves while the person is about to click it. */
export function PreviewToCome() {
  const { t } = useI18n();
  return (
    <div className={styles['preview']}>
      <div className={styles['small']}>
        <p className={styles['over']}>{t('preview.loading')}</p>
      </div>
      <div className={styles['below']} />
    </div>
  );
}
