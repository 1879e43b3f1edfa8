import { FolderPlus } from 'lucide-react';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { AddFolderDialog } from './add-folder-dialog.tsx';
import styles from './folders.module.css';
import { FolderRow } from './folder-row.tsx';

/** The folders of one company, and a way to add one. */
export function FolderList({ company, folders }: { readonly company: Company; readonly folders: readonly Folder[] }) {
  const { t } = useSpeech();
  const [adding, setAdding] = useState(false);
  return (
    <section className={styles['folders']}>
      <h4 className="off-screen">{t('folders.title')}</h4>
      {folders.length === 0 ? (
        <p className={styles['none']}>{t('folders.none')}</p>
      ) : (
        <ul className={styles['list']}>
          {folders.map((folder) => (
            <FolderRow key={folder.id} folder={folder} />
          ))}
        </ul>
      )}
      <div className={styles['add']}>
        <Button look="quiet" size="small" onPress={() => setAdding(true)}>
          <FolderPlus size={16} aria-hidden />
          {t('folders.add')}
        </Button>
      </div>
      {adding && <AddFolderDialog company={company} onClose={() => setAdding(false)} />}
    </section>
  );
}
