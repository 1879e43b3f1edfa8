import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { AfterResult, Folder } from '#shared/domain/folder/folder.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { ConversionTicks } from './conversion-ticks.tsx';
import { SentBeforeChoices } from './sent-before-choices.tsx';
import { ticked } from './ticked.ts';
import styles from './folders.module.css';

const AFTER = ['leave', 'move'] as const satisfies readonly AfterResult[];
const SECONDS_MAX = 120;

/** Settings of one folder: how long a file must stay unchanged, and what happens to it after the accountant's answer. */
export function FolderSettingsDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [after, setAfter] = useState(folder.after);
  const [refusalNote, setRefusalNote] = useState(folder.refusalNote);
  const [subfolders, setSubfolders] = useState(folder.subfolders);
  const [converts, setConverts] = useState(() => ticked(folder));
  const [sentBefore, setSentBefore] = useState(folder.sentBefore);
  const [seconds, setSeconds] = useState(String(folder.settleMs / SECOND_MS));
  const save = useMutation(queries.folders.change.mutationOptions({ onSuccess: onClose }));
  const settleMs = settleOf(seconds, folder);
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
      <TextField
        label={t('folders.settings.settle')}
        hint={t('folders.settings.settle.text')}
        error={settleMs === null ? t('folders.settings.settle.wrong') : null}
        value={seconds}
        onChange={setSeconds}
        inputMode="numeric"
      />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={settleMs === null}
          isPending={save.isPending}
          onPress={() =>
            settleMs !== null && save.mutate({ folderId: folder.id, after, refusalNote, subfolders, converts, sentBefore, settleMs })
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

/** Milliseconds; null if the text is not a valid number of seconds. A shorter time set from the command line stays unless it is edited. */
function settleOf(seconds: string, folder: Folder): number | null {
  const value = Number(seconds.trim().replace(',', '.'));
  if (value * SECOND_MS === folder.settleMs) return folder.settleMs;
  return value >= 1 && value <= SECONDS_MAX ? Math.round(value * SECOND_MS) : null;
}
