import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/look/parts/button.tsx';
import { DialogActions } from '#shared/look/parts/dialog-actions.tsx';
import { Note } from '#shared/look/parts/note.tsx';
import { TextField } from '#shared/look/parts/text-field.tsx';
import { type Speech, useSpeech } from '../speech/speech.tsx';
import { type InstallationFault, readInstallation } from './read-installation.ts';
import styles from './settings.module.css';

type Props = { readonly onSaved: () => void; readonly beside?: ReactNode };

/** Where the service and the relay live, as one text that the person was sent. */
export function InstallationForm({ onSaved, beside }: Props) {
  const speech = useSpeech();
  const { t } = speech;
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const [fault, setFault] = useState<InstallationFault | null>(null);
  const [text, setText] = useState('');
  const saved = async () => {
    await queryClient.invalidateQueries();
    onSaved();
  };
  const saving = useMutation(queries.settings.change.mutationOptions({ onSuccess: saved }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readInstallation(text);
    setFault(read.ok ? null : read.failure);
    if (read.ok) saving.mutate(read.value);
  };
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      <TextField
        name="installation"
        lines="many"
        value={text}
        onChange={setText}
        label={t('installation.json')}
        hint={t('installation.json.hint')}
        error={fault === null ? null : t('installation.wrong', { place: faultText(fault, speech) })}
      />
      <div>
        <FileTrigger acceptedFileTypes={['application/json', '.json', '.txt']} onSelect={(files) => void textOf(files).then(setText)}>
          <Button size="small">
            <FileJson size={16} aria-hidden />
            {t('installation.file')}
          </Button>
        </FileTrigger>
      </div>
      {saving.isError && <Note tone="bad" spoken="alert" title={t('settings.not-saved')} />}
      <DialogActions>
        {beside}
        <Button type="submit" look="primary" isPending={saving.isPending}>
          {t('installation.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

function faultText(fault: InstallationFault, { t }: Speech): string {
  return fault.kind === 'member' ? t('installation.wrong.member', { member: fault.member }) : t(`installation.wrong.${fault.kind}`);
}

/** A configuration is a few hundred bytes; whatever is larger is another file. */
const FILE_BYTES_MAX = 100_000;

async function textOf(files: FileList | null): Promise<string> {
  const file = files?.[0];
  return file === undefined || file.size > FILE_BYTES_MAX ? '' : file.text();
}
