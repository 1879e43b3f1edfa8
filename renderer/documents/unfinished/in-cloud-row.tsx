import { Cloud } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { InCloudOnly } from '#shared/domain/folder/unfinished.ts';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { RowFacts } from '../row-facts.tsx';
import styles from './unfinished-files.module.css';

export type CloudRow = { readonly folder: Folder; readonly inCloud: InCloudOnly };

type Props = { readonly row: CloudRow; readonly overview: Overview; readonly isFetching: boolean; readonly onFetch: () => void };

/** Counts the files of one folder that are fetched only on request, and those that only the cloud's own program can fetch. */
export function InCloudRow({ row: { folder, inCloud }, overview, isFetching, onFetch }: Props) {
  const { t } = useI18n();
  const { files, stubs } = inCloud;
  return (
    <li className={styles['row']}>
      <Cloud size={15} aria-hidden className={styles['cloud']} />
      <div className={styles['counts']}>
        {files > 0 && (
          <p>
            <strong className={styles['count']}>{t('unfinished.in-cloud', { count: files })}</strong> {t('unfinished.in-cloud.text')}
          </p>
        )}
        {stubs > 0 && <p>{t('unfinished.stubs', { count: stubs })}</p>}
      </div>
      <RowFacts folder={folder} overview={overview} />
      {files > 0 && (
        <PlainButton
          size="small"
          isPending={isFetching}
          aria-label={`${t('unfinished.in-cloud.do')} – ${t('unfinished.in-cloud', { count: files })}`}
          onPress={onFetch}
        >
          {t('unfinished.in-cloud.do')}
        </PlainButton>
      )}
    </li>
  );
}

/** The folders that have any such files. */
export function cloudRowsOf({ unfinished = [], folders }: Overview): readonly CloudRow[] {
  return unfinished.flatMap(({ folderId, inCloud }) => {
    const folder = folders.find(({ id }) => id === folderId);
    return folder === undefined || inCloud === undefined || inCloud.files + inCloud.stubs === 0 ? [] : [{ folder, inCloud }];
  });
}
