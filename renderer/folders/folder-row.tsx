import { useMutation, useQuery } from '@tanstack/react-query';
import { EyeOff, FolderOpen, FolderX, Settings } from 'lucide-react';
import { useState } from 'react';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { SECOND_MS, type WallMs } from '#shared/lib/duration.ts';
import { useEngine } from '../link/engine.ts';
import { ActionMenu } from '#shared/ui/parts/action-menu.tsx';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import tones from '#shared/ui/tone.module.css';
import { DialogBox } from '../parts/dialog-box.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { FolderSettingsDialog } from './settings/folder-settings-dialog.tsx';
import styles from './folders.module.css';
import { shortPath } from './paths.ts';
import { SENT_BEFORE_WAYS } from '#shared/domain/item/sent-before/sent-before.ts';
import { sentBeforeAnswerSchema } from '../link/schemas.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';

export function FolderRow({ folder, now }: { readonly folder: Folder; readonly now: WallMs }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const [setting, setSetting] = useState(false);
  const host = useQuery(queries.info.queryOptions()).data?.host;
  const reveal = useMutation(queries.folders.reveal.mutationOptions());
  const there = folder.state === 'present';
  const show = { id: 'show', label: t('folders.show'), icon: FolderOpen, run: () => reveal.mutate({ folderId: folder.id }) };
  return (
    <li className={styles['folder']}>
      <Sign folder={folder} />
      <div>
        <p className={styles['type']}>
          {t(`import-type.folder.${folder.importType}`)}
          {there && <span className="off-screen"> – {t('folders.state.present')}</span>}
        </p>
        <p className={styles['path']}>
          <bdi>{folder.path}</bdi>
        </p>
        <p className={styles['about']}>{folderAbout(folder, now, i18n).join(' · ')}</p>
        {!there && <Trouble folder={folder} />}
        {there && folder.watching === 'polling' && <p className={styles['trouble']}>{t('folders.watching.polling')}</p>}
        {there && folder.watching === 'share' && <p className={styles['about']}>{t('folders.watching.share')}</p>}
        {there && folder.tooDeep !== null && (
          <p className={styles['trouble']}>
            {t('folders.too-deep', { count: folder.tooDeep.folders, first: shortPath(folder.tooDeep.first) })}
          </p>
        )}
        {there && folder.linked !== null && (
          <p className={styles['about']}>{t('folders.linked', { count: folder.linked.folders, first: shortPath(folder.linked.first) })}</p>
        )}
      </div>
      <ActionMenu
        label={t('folders.actions', { name: shortPath(folder.path) })}
        actions={[
          ...(host === 'electron' && there ? [show] : []),
          { id: 'settings', label: t('folders.settings'), icon: Settings, run: () => setSetting(true) },
          { id: 'remove', label: t('folders.remove'), icon: EyeOff, run: () => setAsking(true) },
        ]}
      />
      {setting && <FolderSettingsDialog folder={folder} onClose={() => setSetting(false)} />}
      {asking && <RemoveDialog folder={folder} onClose={() => setAsking(false)} />}
    </li>
  );
}

function Sign({ folder: { state, importType } }: { readonly folder: Folder }) {
  if (state !== 'present') return <FolderX size={18} aria-hidden className={tones['warn']} />;
  return <TypeIcon type={importType} size={18} className={tones['quiet']} />;
}

/** What is wrong with the folder, and what the user can do. */
function Trouble({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  return (
    <>
      <p className={styles['trouble']}>{t(`folders.state.${folder.state}`)}</p>
      {folder.state === 'swapped' && (
        <div className={styles['fix']}>
          <AcceptButton folder={folder} />
        </div>
      )}
    </>
  );
}

/** Accepting the folder sends nothing by itself: Intray asks about the files in it first. */
function AcceptButton({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const accept = useMutation(queries.folders.accept.mutationOptions());
  return (
    <Button size="small" isPending={accept.isPending} onPress={() => accept.mutate({ folderId: folder.id })}>
      {t('folders.accept')}
    </Button>
  );
}

function RemoveDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useI18n();
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
        <Button look="danger" isPending={remove.isPending} onPress={() => remove.mutate({ folderId: folder.id })}>
          {t('folders.remove')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** When the folder was last swept, and its settings, each in a few words. */
function folderAbout(folder: Folder, now: WallMs, { t, age, number, list }: I18n): readonly string[] {
  const { lastSweptAt, settleMs, after, refusalNote, subfolders, converts, sentBefore, notes, pairs } = folder;
  const kinds = CONVERSION_GROUPS.filter((group) => converts[group] !== null).map((group) => t(`folders.converts.${group}`));
  return [
    lastSweptAt === null ? t('folders.never-swept') : t('folders.swept', { age: age(lastSweptAt, now) ?? t('common.now') }),
    t('folders.waits', { seconds: number(Math.round(settleMs / SECOND_MS)) }),
    t(after === 'move' ? 'folders.moves' : 'folders.leaves'),
    ...(refusalNote ? [t('folders.notes')] : []),
    ...(notes.text === null ? [] : [t('folders.adds-note', { note: notes.text })]),
    ...(notes.holdsSince === null ? [] : [t('folders.holds')]),
    ...(notes.beside ? [t('folders.notes-beside')] : []),
    ...(pairs === 'no' ? [] : [t(`folders.pairs.${pairs}`)]),
    ...(notes.numberPattern === null ? [] : [t('folders.number', { pattern: notes.numberPattern })]),
    ...(subfolders ? [] : [t('folders.no-subfolders')]),
    ...(kinds.length === 0 ? [] : [t('folders.converts', { kinds: list(kinds) })]),
    ...sentBeforeAnswerSchema.options.flatMap((rule) => {
      const ways = SENT_BEFORE_WAYS.filter((way) => sentBefore[way] === rule).map((way) => t(`sent-before.about.${way}`));
      return ways.length === 0 ? [] : [t(`sent-before.about.${rule}`, { ways: list(ways) })];
    }),
  ];
}

/** Opens the folder in the computer's file manager, if the engine has one. */
export function ShowFolderButton({ folder }: { readonly folder: Folder }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const info = useQuery(queries.info.queryOptions());
  const reveal = useMutation(queries.folders.reveal.mutationOptions());
  if (info.data?.host !== 'electron') return null;
  return (
    <Button
      size="small"
      onPress={() => reveal.mutate({ folderId: folder.id })}
      aria-label={t('folders.show-name', { name: t(`import-type.folder.${folder.importType}`) })}
    >
      <FolderOpen size={16} aria-hidden />
      {t('folders.show')}
    </Button>
  );
}
