import { useMutation } from '@tanstack/react-query';
import { EyeOff, Folder as FolderIcon, FolderX, Settings } from 'lucide-react';
import { useState } from 'react';
import type { Folder } from '#shared/domain/folder.ts';
import { useEngine } from '../link/engine.ts';
import { ActionMenu } from '#shared/look/parts/action-menu.tsx';
import { Button } from '#shared/look/parts/button.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { FolderSettingsDialog } from './folder-settings-dialog.tsx';
import styles from './folders.module.css';
import { shortPath } from './paths.ts';

export function FolderRow({ folder }: { readonly folder: Folder }) {
  const { t } = useSpeech();
  const [asking, setAsking] = useState(false);
  const [setting, setSetting] = useState(false);
  const there = folder.state === 'present';
  const Icon = there ? FolderIcon : FolderX;
  return (
    <li className={styles['folder']}>
      <Icon size={17} aria-hidden className={classNames(there ? styles['calm'] : styles['warn'])} />
      <div>
        <p className={styles['type']}>
          {t(`type.folder.${folder.importType}`)}
          {there && <span className="off-screen"> – {t('folder-state.present')}</span>}
        </p>
        <p className={styles['path']} title={folder.path}>
          <bdi>{shortPath(folder.path)}</bdi>
        </p>
        {!there && <p className={styles['trouble']}>{t(`folder-state.${folder.state}`)}</p>}
        {there && folder.watching === 'polling' && <p className={styles['trouble']}>{t('folder-watching.polling')}</p>}
        {folder.state === 'swapped' && <AcceptButton folder={folder} />}
      </div>
      <ActionMenu
        label={t('folders.actions', { name: shortPath(folder.path) })}
        actions={[
          { id: 'settings', label: t('folders.settings'), icon: Settings, run: () => setSetting(true) },
          { id: 'remove', label: t('folders.remove'), icon: EyeOff, run: () => setAsking(true) },
        ]}
      />
      {setting && <FolderSettingsDialog folder={folder} onClose={() => setSetting(false)} />}
      {asking && <RemoveDialog folder={folder} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** Nothing leaves by this alone: the files that lie there now are asked about. */
function AcceptButton({ folder }: { readonly folder: Folder }) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const accept = useMutation(queries.folders.accept.mutationOptions());
  return (
    <Button size="small" isPending={accept.isPending} onPress={() => accept.mutate({ folderId: folder.id })}>
      {t('folders.accept')}
    </Button>
  );
}

function RemoveDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const remove = useMutation(queries.folders.remove.mutationOptions({ onSuccess: onClose }));
  return (
    <DialogBox role="alertdialog" title={t('folders.remove.title')} onClose={onClose}>
      <p className={styles['full-path']}>
        <bdi>{folder.path}</bdi>
      </p>
      <p>{t('folders.remove.text')}</p>
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="primary" isPending={remove.isPending} onPress={() => remove.mutate({ folderId: folder.id })}>
          {t('folders.remove')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
