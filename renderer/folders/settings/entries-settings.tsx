import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Group } from 'react-aria-components';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { MappingButton } from '../../entries/file-problem.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { useEngine } from '../../link/engine.ts';
import styles from '../folders.module.css';

/** What the columns of a folder's files of entries mean, since when, and whether those of a folder for entries are sent without a question. It takes effect at once. */
export function EntriesSettings({ folder }: { readonly folder: Folder }) {
  const { t, moment } = useI18n();
  const { queries } = useEngine();
  const label = useId();
  // The dialog around it keeps the folder as it was when it was opened.
  const overview = useQuery(queries.overview.queryOptions()).data;
  const { mapping, byItself } = (overview?.folders.find(({ id }) => id === folder.id) ?? folder).entries;
  const stop = useMutation(queries.folders.stopByItself.mutationOptions());
  return (
    <Group aria-labelledby={label} className={styles['ticks'] ?? ''}>
      <p id={label} className={styles['ticks-label']}>
        {t('mapping.folder')}
      </p>
      {mapping === null ? (
        <p className={styles['ticks-text']}>{t('mapping.folder.none')}</p>
      ) : (
        <div className={styles['chosen']}>
          <p>{t('mapping.folder.version', { version: String(mapping.version), moment: moment(mapping.madeAt) })}</p>
          <MappingButton folderId={folder.id} words="mapping.folder.correct" />
        </div>
      )}
      {folder.importType === 'entries' && (
        <div className={styles['chosen']}>
          <p>{t(byItself === null ? 'mapping.folder.asks' : 'mapping.folder.by-itself')}</p>
          {byItself !== null && (
            <Button isPending={stop.isPending} onPress={() => stop.mutate({ folderId: folder.id })}>
              {t('mapping.folder.stop')}
            </Button>
          )}
        </div>
      )}
    </Group>
  );
}
