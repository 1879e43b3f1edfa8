import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FileJson } from 'lucide-react';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useEngine } from '../../link/engine.ts';
import { Button, FileButton } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { type ConfigurationFault, readInstallation } from './read-installation.ts';
import { focusFirst } from '../../parts/field-focus.ts';
import styles from '../settings.module.css';
import type { Company } from '#shared/domain/company.ts';
import fieldStyles from '#shared/ui/field.module.css';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import type { InstallationChange, InstallationFault } from '#shared/app-api/installation.ts';

const NOTHING_SET = { relayUrl: null, service: null };

type Props = { readonly onSaved: () => void; readonly beside?: ReactNode };

/** Addresses of the service and the relay, pasted as one text that the user was sent. */
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
      <FileButton size="small" accept={['application/json', '.json', '.txt']} onFiles={([file]) => void readText(file).then(onText)}>
        <FileJson size={16} aria-hidden />
        {t('installation.file')}
      </FileButton>
    </div>
  );
}

function faultText(fault: ConfigurationFault, { t }: I18n): string {
  return 'member' in fault ? t(`installation.wrong.${fault.kind}`, { member: fault.member }) : t(`installation.wrong.${fault.kind}`);
}

/** A configuration is a few hundred bytes; a larger file is something else. */
const FILE_BYTES_MAX = 100_000;

async function readText(file: File | undefined): Promise<string> {
  return file === undefined || file.size > FILE_BYTES_MAX ? '' : file.text();
}

type WantedSecretsProps = Pick<ChangingInstallation, 'asked' | 'wrong'> & {
  readonly companies: readonly Company[];
  readonly startOver: boolean;
  readonly onStartOver: (startOver: boolean) => void;
};

/** The new addresses would receive these secrets, so only a user who knows them may change addresses. Starting over leaves none to send. */
function WantedSecrets({ asked, wrong, companies, startOver, onStartOver }: WantedSecretsProps) {
  const { t } = useI18n();
  const ofCompanies = companies.map(({ id, name }) => ({ field: secretField(id), label: t('installation.secrets.of', { name }) }));
  const all = [...ofCompanies, { field: CLIENT_SECRET_FIELD, label: t('settings.credentials.secret') }];
  return (
    <>
      <Note tone="calm" spoken="alert" title={t('installation.secrets.title')}>
        {t('installation.secrets.text')}
      </Note>
      {!startOver &&
        all
          .filter(({ field }) => asked.includes(field))
          .map(({ field, label }) => (
            <AskedSecret key={field} name={field} label={label} error={wrong.includes(field) ? t('installation.secrets.wrong') : null} />
          ))}
      <Toggle label={t('installation.start-over')} hint={t('installation.start-over.hint')} isSelected={startOver} onChange={onStartOver} />
    </>
  );
}

/** A plain input, as in secret-field.tsx: the typed secret exists nowhere else. */
function AskedSecret({ name, label, error }: { readonly name: string; readonly label: string; readonly error: string | null }) {
  const id = useId();
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <input
        id={id}
        name={name}
        type="password"
        autoComplete="off"
        maxLength={500}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        className={fieldStyles['input']}
      />
      {error !== null && (
        <p id={`${id}-error`} className={fieldStyles['error']}>
          {error}
        </p>
      )}
    </div>
  );
}

type Wanted = Extract<InstallationFault, { kind: 'secrets-wanted' }>;

type ChangingInstallation = {
  readonly change: (place: InstallationChange, form: HTMLFormElement, companies: readonly Company[]) => Promise<void>;
  readonly isPending: boolean;
  /** Why the engine rejected the change; `unexpected` if it did not answer. */
  readonly fault: InstallationFault | { readonly kind: 'unexpected' } | null;
  /** Names of the secret fields that were requested since the form was opened: a correct secret stays in its field until all are correct. */
  readonly asked: readonly string[];
  /** Those of them whose secret differs from the engine's. */
  readonly wrong: readonly string[];
};

const CLIENT_SECRET_FIELD = 'client-secret';
const secretField = (companyId: string): string => `secret-${companyId}`;

/**
 * Changes the addresses of service and relay. Not a TanStack mutation, because that would keep its arguments in memory,
 * and the secrets must be nowhere but in their fields.
 */
function useChangeInstallation(onSaved: () => void): ChangingInstallation {
  const { client } = useEngine();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<ChangingInstallation['fault']>(null);

  const change: ChangingInstallation['change'] = async (place, form, companies) => {
    const { secrets, clientSecret } = typedIn(form, companies);
    setPending(true);
    const answer = await client.installation
      .change({ ...place, secrets, ...(clientSecret === '' ? {} : { clientSecret }) })
      .catch(() => null);
    setPending(false);
    if (answer?.ok !== true) {
      const failure = answer?.failure ?? { kind: 'unexpected' as const };
      const wanted = failure.kind === 'secrets-wanted' ? fieldsOf(failure) : [];
      setAsked([...new Set([...asked, ...wanted])]);
      setWrong(emptied(form, wanted));
      return setFault(failure);
    }
    setFault(null);
    await queryClient.invalidateQueries();
    onSaved();
  };
  return { change, isPending, fault, asked, wrong };
}

function fieldsOf({ companyIds, clientSecret }: Wanted): readonly string[] {
  return [...companyIds.map(secretField), ...(clientSecret ? [CLIENT_SECRET_FIELD] : [])];
}

function typedIn(form: HTMLFormElement, companies: readonly Company[]) {
  const typed = new FormData(form);
  const textOf = (name: string): string => {
    const value = typed.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const secrets = companies.map(({ id, integrationId }) => ({ integrationId, secret: textOf(secretField(id)) }));
  return { secrets: secrets.filter(({ secret }) => secret !== ''), clientSecret: textOf(CLIENT_SECRET_FIELD) };
}

/** Empties these fields, and returns the names of those that were not empty. */
function emptied(form: HTMLFormElement, names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const field = form.elements.namedItem(name);
    const held = field instanceof HTMLInputElement && field.value !== '';
    if (held) field.value = '';
    return held;
  });
}
