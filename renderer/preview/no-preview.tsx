import { FileX } from 'lucide-react';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './preview.module.css';
import type { BytesFault } from '#shared/app-api/preview.ts';
import type { FrameFault } from './frame-messages.ts';

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

/** As large as the preview being loaded, so that nothing below moves while the user is about to click it. */
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

export type PreviewFault = FrameFault | BytesFault | 'slow' | 'cut';
