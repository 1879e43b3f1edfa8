import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AfterResult, Folder } from '#shared/domain/folder/folder.ts';
import { useEngine } from '../../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import { ConversionTicks } from './conversion-ticks.tsx';
import { SentBeforeChoices } from './sent-before-choices.tsx';
import { ticked } from './ticked.ts';
import { WaitChoice, waitOf, wantedWait } from './wait-choice.tsx';
import styles from '../folders.module.css';

const AFTER = ['leave', 'move'] as const satisfies readonly AfterResult[];

/** Settings of one folder: how long a file must stay unchanged, and what happens to it after the accountant's answer. */
export function FolderSettingsDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [after, setAfter] = useState(folder.after);
  const [refusalNote, setRefusalNote] = useState(folder.refusalNote);
  const [subfolders, setSubfolders] = useState(folder.subfolders);
  const [converts, setConverts] = useState(() => ticked(folder));
  const [sentBefore, setSentBefore] = useState(folder.sentBefore);
  const [wait, setWait] = useState(() => wantedWait(folder));
  const save = useMutation(queries.folders.change.mutationOptions({ onSuccess: onClose }));
  const settleMs = waitOf(wait, folder);
  return (
    <DialogBox title={t('folders.settings.title')} onClose={onClose}>
      <p className={styles['full-path']}>
        <bdi>{folder.path}</bdi>
      </p>
      <AfterChoice folder={folder} after={after} onChange={setAfter} />
      <Toggle label={t('folders.settings.note')} isSelected={refusalNote} onChange={setRefusalNote} />
      <Toggle label={t('folders.subfolders')} isSelected={subfolders} onChange={setSubfolders} />
      <ConversionTicks ticked={converts} onChange={setConverts} />
      <SentBeforeChoices rules={sentBefore} onChange={setSentBefore} />
      <WaitChoice folder={folder} wait={wait} onChange={setWait} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={settleMs === undefined}
          isPending={save.isPending}
          onPress={() =>
            settleMs !== undefined && save.mutate({ folderId: folder.id, after, refusalNote, subfolders, converts, sentBefore, settleMs })
          }
        >
          {t('folders.settings.save')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

type AfterProps = { readonly folder: Folder; readonly after: AfterResult; readonly onChange: (after: AfterResult) => void };

function AfterChoice({ folder, after, onChange }: AfterProps) {
  const { t } = useI18n();
  // Folders that were made in another language, or by an earlier Intray, keep their names.
  const into = folder.resultFolders ?? { accepted: t('tidy.folder.accepted'), refused: t('tidy.folder.refused') };
  return (
    <>
      <Choice
        label={t('folders.settings.after')}
        options={AFTER.map((value) => ({ value, label: t(`folders.settings.after.${value}`, into) }))}
        value={after}
        onChange={onChange}
        asList
      />
      <p>{t('folders.settings.after.text')}</p>
    </>
  );
}
