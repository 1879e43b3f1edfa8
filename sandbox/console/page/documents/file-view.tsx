import { ExternalLink } from 'lucide-react';
import buttonStyles from '#shared/ui/button.module.css';
import styles from '../console.module.css';
import panelStyles from '../panel.module.css';
import type { Document } from '../control/answers.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../i18n.tsx';
import { nameOf } from './name-of.ts';

/** Shows pictures here, and a PDF in a tab of its own by the browser's reader, because our policy allows no frame in this page. */
export function FileView({ document }: { readonly document: Document }) {
  const { t } = useI18n();
  const { fileKept, sha256, documentId } = document;
  if (sha256 === null) return <p className={styles['quiet']}>{t('console.file.none')}</p>;
  if (fileKept === null) return <p className={styles['quiet']}>{t('console.file.gone')}</p>;
  const address = `../control/documents/${documentId}/file`;
  if (fileKept.startsWith('image/')) {
    return <img className={panelStyles['picture']} src={address} alt={t('console.file.picture', { name: nameOf(document, t) })} />;
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(buttonStyles['button'], buttonStyles['plain'], buttonStyles['small'], panelStyles['link'])}
    >
      <ExternalLink size={16} aria-hidden />
      {t('console.file.open')}
    </a>
  );
}
