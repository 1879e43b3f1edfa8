import type { ReactNode } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder.ts';
import { ColourDot, companyWords } from '../parts/company-name.tsx';
import { useSpeech } from '../speech/speech.tsx';
import styles from './unfinished-files.module.css';

/** What a row says of the folder, and whatever else it has to say. */
export function RowFacts({ folder, overview, children }: { folder: Folder; overview: Overview; children?: ReactNode }) {
  const { t } = useSpeech();
  const company = overview.companies.find(({ id }) => id === folder.companyId);
  return (
    <p className={styles['facts']}>
      <span>{t(`type.${folder.importType}`)}</span>
      {company !== undefined && (
        <span className={styles['company']}>
          <ColourDot colour={company.colour} />
          <bdi className={styles['company-name']}>{companyWords(company, t)}</bdi>
        </span>
      )}
      {children}
    </p>
  );
}
