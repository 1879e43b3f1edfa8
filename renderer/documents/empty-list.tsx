/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table lays out all of its rows; here only those in sight exist. */
import { Inbox, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './empty-list.module.css';
import { isNarrowed, type ListFilter } from './list-filter.ts';
import { useQuery } from '@tanstack/react-query';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { ShowFolderButton } from '../folders/folder-row.tsx';
import { useEngine } from '../link/engine.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import noDocumentsStyles from './no-documents.module.css';

type Props = { readonly filter: ListFilter; readonly isLoading: boolean; readonly onClear: () => void };

/** The shape of rows while they are on their way; then why the list is empty, and what to do about it. */
export function EmptyList({ filter, isLoading, onClear }: Props) {
  const { t } = useI18n();
  if (isLoading) {
    return (
      <div role="row">
        <div role="gridcell" aria-label={t('common.loading')}>
          <SkeletonRows />
        </div>
      </div>
    );
  }
  return <Cell>{isNarrowed(filter) || filter.show !== 'all' ? <NothingFound filter={filter} onClear={onClear} /> : <NoDocuments />}</Cell>;
}

function NothingFound({ filter, onClear }: Pick<Props, 'filter' | 'onClear'>) {
  const { t } = useI18n();
  const { show } = filter;
  if (isNarrowed(filter) || show === 'all') {
    const search = filter.search.trim();
    return (
      <>
        <SearchX size={36} strokeWidth={1.25} aria-hidden />
        <p className={styles['title']}>{search === '' ? t('documents.none-of-these') : t('list.not-found', { search })}</p>
        <p>{t(search === '' ? 'list.not-narrowed.text' : 'list.not-found.text')}</p>
        <Button onPress={onClear}>{t('list.clear')}</Button>
      </>
    );
  }
  return (
    <>
      <Inbox size={36} strokeWidth={1.25} aria-hidden />
      <p className={styles['title']}>{t('documents.none-of-these')}</p>
      <p>{t(`documents.none-of-these.${show}`)}</p>
      <Button onPress={onClear}>{t('list.show-all')}</Button>
    </>
  );
}

/** Content of a grid has to be in a row, or screen readers do not read it. */
function Cell({ children }: { readonly children: ReactNode }) {
  return (
    <div role="row">
      <div role="gridcell" className={styles['empty']}>
        {children}
      </div>
    </div>
  );
}

/** Before the first document: where scans go, and the ways to put one there. */
function NoDocuments() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const overview = useQuery(queries.overview.queryOptions()).data;
  return (
    <>
      <Inbox size={36} strokeWidth={1.25} aria-hidden />
      <p className={noDocumentsStyles['title']}>{t('documents.none')}</p>
      <p>{t('documents.none.text')}</p>
      {overview !== undefined && overview.folders.length > 0 && (
        <ul className={noDocumentsStyles['folders']}>
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
    <li className={noDocumentsStyles['folder']}>
      <TypeIcon type={folder.importType} size={18} />
      <div className={noDocumentsStyles['words']}>
        <p className={noDocumentsStyles['name']}>
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

/** As many as a window of ordinary height shows; a longer list is not worth more of them. */
const ROWS = [1, 2, 3, 4, 5, 6];

/** The quiet shape of a list whose rows are on their way. Whatever it stands in says so in words. */
function SkeletonRows() {
  return (
    <div className={styles['rows']} aria-hidden>
      {ROWS.map((row) => (
        <div key={row} className={styles['row']}>
          <span className={styles['mark']} />
          <span className={styles['words']} />
        </div>
      ))}
    </div>
  );
}
