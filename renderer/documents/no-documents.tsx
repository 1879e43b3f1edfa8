import { useQuery } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { ShowFolderButton } from '../folders/show-folder-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import styles from './no-documents.module.css';

/** Before the first document: where scans go, and the ways to put one there. */
export function NoDocuments() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const overview = useQuery(queries.overview.queryOptions()).data;
  return (
    <>
      <Inbox size={36} strokeWidth={1.25} aria-hidden />
      <p className={styles['title']}>{t('documents.none')}</p>
      <p>{t('documents.none.text')}</p>
      {overview !== undefined && overview.folders.length > 0 && (
        <ul className={styles['folders']}>
          {overview.folders.map((folder) => (
            <Target key={folder.id} folder={folder} overview={overview} />
          ))}
        </ul>
      )}
      {overview !== undefined && <AddFilesButton overview={overview} />}
    </>
  );
}

function Target({ folder, overview: { companies } }: { readonly folder: Folder; readonly overview: Overview }) {
  const { t } = useI18n();
  const company = companies.length > 1 ? companies.find(({ id }) => id === folder.companyId) : undefined;
  return (
    <li className={styles['folder']}>
      <TypeIcon type={folder.importType} size={18} />
      <div className={styles['words']}>
        <p className={styles['name']}>
          {t(`import-type.folder.${folder.importType}`)}
          {company !== undefined && <CompanyName company={company} />}
        </p>
        <p>
          <bdi>{folder.path}</bdi>
        </p>
      </div>
      {folder.state === 'present' && <ShowFolderButton folder={folder} />}
    </li>
  );
}
