import { useQuery } from '@tanstack/react-query';
import { LoaderCircle } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { ShowFolderButton } from '../folders/show-folder-button.tsx';
import { useEngine } from '../link/engine.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import styles from './first-run.module.css';
import { FirstScanDrop } from './first-scan-drop.tsx';
import { FirstScanSeen } from './first-scan-seen.tsx';
import { scanStory } from './scan-story.ts';

/** A few are enough here; the list has them all. */
const SHOWN_MAX = 3;

type Props = {
  readonly company: Company;
  readonly overview: Overview;
  /** The service is one to try things on. */
  readonly isTest: boolean;
  readonly onBack: () => void;
  readonly onDone: () => void;
};

/** Waits for the first document and follows it, so that the person sees Intray work once. */
export function FirstScanStep({ company, overview, isTest, onBack, onDone }: Props) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const folders = overview.folders.filter(({ companyId }) => companyId === company.id);
  const items = useQuery(queries.items.list.queryOptions({ input: { companyId: company.id, limit: SHOWN_MAX } })).data?.items ?? [];
  const [newest] = items;
  // One that cannot go, or is asked about, is no first scan yet: another may be tried.
  const isSeen = newest !== undefined && !['asks', 'unfit'].includes(scanStory(newest));
  return (
    <>
      {folders.length === 0 ? <p>{t('first-run.no-folders')}</p> : <Targets folders={folders} />}
      {folders.length > 0 && !isSeen && <FirstScanDrop company={company} overview={overview} folders={folders} isTest={isTest} />}
      {folders.length > 0 && newest === undefined && (
        <output className={styles['waiting']}>
          <LoaderCircle size={18} aria-hidden className={styles['turning']} />
          {t('first-run.waiting')}
        </output>
      )}
      {newest !== undefined && <FirstScanSeen newest={newest} items={items} />}
      <DialogActions>
        <Button onPress={onBack}>{t('frame.back')}</Button>
        <Button look={newest !== undefined || folders.length === 0 ? 'primary' : 'plain'} onPress={onDone}>
          {t('first-run.to-overview')}
        </Button>
      </DialogActions>
    </>
  );
}

function Targets({ folders }: { readonly folders: readonly Folder[] }) {
  const { t } = useI18n();
  return (
    <ul className={styles['types']}>
      {folders.map((folder) => (
        <li key={folder.id} className={styles['type']}>
          <TypeIcon type={folder.importType} size={20} className={styles['type-icon']} />
          <div className={styles['type-body']}>
            <h3>{t(`import-type.folder.${folder.importType}`)}</h3>
            <p className={styles['path']}>
              <bdi>{folder.path}</bdi>
            </p>
          </div>
          <ShowFolderButton folder={folder} />
        </li>
      ))}
    </ul>
  );
}
