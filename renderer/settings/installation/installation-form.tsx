import { useQuery } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useEngine } from '../../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { type ConfigurationFault, readInstallation } from './read-installation.ts';
import { focusFirst } from '../../parts/focus-field.ts';
import styles from '../settings.module.css';
import { useChangeInstallation } from './use-change-installation.ts';
import { WantedSecrets } from './wanted-secrets.tsx';

const NOTHING_SET = { relayUrl: null, service: null };

type Props = { readonly onSaved: () => void; readonly beside?: ReactNode };

/** Addresses of the service and the relay, pasted as one text that the person was sent. */
export function InstallationForm({ onSaved, beside }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const companies = useQuery(queries.overview.queryOptions()).data?.companies ?? [];
  const before = useQuery(queries.settings.get.queryOptions()).data ?? NOTHING_SET;
  const [wrong, setWrong] = useState<ConfigurationFault | null>(null);
  const [text, setText] = useState('');
  const [startOver, setStartOver] = useState(false);
  const { change, isPending, fault, asked, wrong: wrongSecrets } = useChangeInstallation(onSaved);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const read = readInstallation(text, before);
    setWrong(read.ok ? null : read.failure);
    if (!read.ok) return focusFirst(event.currentTarget, ['installation']);
    if (!isPending) void change({ ...read.value, startOver }, event.currentTarget, companies);
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
        error={wrong === null ? null : t('installation.wrong', { place: faultText(wrong, i18n) })}
      />
      <OpenFile onText={setText} />
      {fault?.kind === 'secrets-wanted' && (
        <WantedSecrets asked={asked} wrong={wrongSecrets} companies={companies} startOver={startOver} onStartOver={setStartOver} />
      )}
      {fault !== null && fault.kind !== 'secrets-wanted' && (
        <Note tone="bad" spoken="alert" title={t('settings.not-saved')}>
          {fault.kind === 'unexpected' ? null : t('installation.vault')}
        </Note>
      )}
      <DialogActions>
        {beside}
        <Button type="submit" look="primary" isPending={isPending}>
          {t(startOver ? 'installation.start-over.save' : 'installation.save')}
        </Button>
      </DialogActions>
    </form>
  );
}

function OpenFile({ onText }: { readonly onText: (text: string) => void }) {
  const { t } = useI18n();
  return (
    <div>
      <FileTrigger acceptedFileTypes={['application/json', '.json', '.txt']} onSelect={(files) => void readText(files).then(onText)}>
        <Button size="small">
          <FileJson size={16} aria-hidden />
          {t('installation.file')}
        </Button>
      </FileTrigger>
    </div>
  );
}

function faultText(fault: ConfigurationFault, { t }: I18n): string {
  return 'member' in fault ? t(`installation.wrong.${fault.kind}`, { member: fault.member }) : t(`installation.wrong.${fault.kind}`);
}

/** A configuration is a few hundred bytes; a larger file is something else. */
const FILE_BYTES_MAX = 100_000;

async function readText(files: FileList | null): Promise<string> {
  const file = files?.[0];
  return file === undefined || file.size > FILE_BYTES_MAX ? '' : file.text();
}
