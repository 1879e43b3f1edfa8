import { useMutation } from '@tanstack/react-query';
import { Switch } from 'react-aria-components';
import type { Folder } from '#shared/domain/folder.ts';
import toggleStyles from '#shared/look/toggle.module.css';
import { useEngine } from '../link/engine.ts';
import { Button } from '../parts/button.tsx';
import { Choice } from '../parts/choice.tsx';
import { classNames } from '../parts/class-names.ts';
import { DialogActions, DialogBox } from '../parts/dialog-box.tsx';
import { useSpeech } from '../speech/speech.tsx';
import styles from './folders.module.css';

/** Seconds of quiet before a file counts as finished. */
const WAITS = ['5', '30', '60', '120'] as const;

/** What can be set for one folder; every change is kept at once. */
export function FolderOptionsDialog({ folder, onClose }: { readonly folder: Folder; readonly onClose: () => void }) {
  const { t } = useSpeech();
  const { queries } = useEngine();
  const change = useMutation(queries.folders.change.mutationOptions());
  const folderId = folder.id;
  return (
    <DialogBox title={t('folders.options.title')} onClose={onClose}>
      <p className={styles['full-path']}>
        <bdi>{folder.path}</bdi>
      </p>
      <Choice
        label={t('folders.wait')}
        options={WAITS.map((value) => ({ value, label: t(`folders.wait.${value}`) }))}
        value={waitOf(folder)}
        onChange={(value) => change.mutate({ folderId, settleMs: Number(value) * 1_000 })}
      />
      <p>{t('folders.wait.text')}</p>
      <Switch
        isSelected={folder.subfolders}
        onChange={(subfolders) => change.mutate({ folderId, subfolders })}
        className={classNames(toggleStyles['switch'])}
      >
        <span className={toggleStyles['track']} aria-hidden />
        <span>{t('folders.subfolders')}</span>
      </Switch>
      <DialogActions>
        <Button look="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}

/** The shortest of the offered that is no shorter than what is set, which may be anything from the command line. */
function waitOf({ settleMs }: Folder): (typeof WAITS)[number] {
  return WAITS.find((value) => Number(value) * 1_000 >= settleMs) ?? '120';
}
