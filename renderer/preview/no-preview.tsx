import { FileX } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './preview.module.css';
import type { PreviewFault } from './preview-fault.ts';

/** Says why there is no preview. */
export function NoPreview({ why }: { readonly why: PreviewFault | 'kind' | 'no-pages' }) {
  const { t } = useI18n();
  return (
    <div className={styles['none']}>
      <FileX size={22} aria-hidden />
      <p>
        <strong>{t('preview.none')}</strong> – {t(`preview.none.${why}`)}
      </p>
    </div>
  );
}
