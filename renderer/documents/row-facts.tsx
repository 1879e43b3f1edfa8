import type { ReactNode } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { CompanyTile, companyWords } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './unfinished/unfinished-files.module.css';

/** A row's facts: type and company of its folder, then its own. */
export function RowFacts({ folder, overview, children }: { folder: Folder; overview: Overview; children?: ReactNode }) {
  const { t } = useI18n();
  const company = overview.companies.find(({ id }) => id === folder.companyId);
  return (
    <p className={styles['facts']}>
      <span className={styles['type']}>
        <TypeIcon type={folder.importType} />
        {t(`import-type.${folder.importType}`)}
      </span>
      {company !== undefined && (
        <span className={styles['company']}>
          <CompanyTile company={company} />
          <bdi className={styles['company-name']}>{companyWords(company, t)}</bdi>
        </span>
      )}
      {children}
    </p>
  );
}
