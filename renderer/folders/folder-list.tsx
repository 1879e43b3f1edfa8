import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { AddFolderDialog } from './add-folder-dialog.tsx';
import styles from './folders.module.css';
import { FolderRow } from './folder-row.tsx';
import { IgnoredMisplaced } from './ignored-misplaced.tsx';

type Props = { readonly company: Company; readonly folders: readonly Folder[]; readonly now: WallMs };

/** The folders of one company, and a way to add one. */
export function FolderList({ company, folders, now }: Props) {
  const { t } = useI18n();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles['folders']}>
      <div className={styles['head']}>
        <h3>{t('folders.title')}</h3>
        <Button look="quiet" size="small" onPress={() => setAdding(true)}>
          <FolderPlus size={16} aria-hidden />
          {t('folders.add')}
        </Button>
      </div>
      {folders.length === 0 ? (
        <p className={styles['none']}>{t('folders.none')}</p>
      ) : (
        <ul className={styles['list']}>
          {folders.map((folder) => (
            <FolderRow key={folder.id} folder={folder} now={now} />
          ))}
        </ul>
      )}
      <IgnoredMisplaced folders={folders} />
      {adding && <AddFolderDialog company={company} onClose={() => setAdding(false)} />}
    </section>
  );
}
