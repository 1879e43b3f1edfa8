import { CREDENTIAL_MODES, PROXY_MODES, type Settings } from '#shared/app-api/settings.ts';
import { settingsChangeSchema } from '../../link/schemas.ts';
import { MoreAbout } from '../../parts/more-about.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../settings.module.css';
import { type ChangeSettings, SettingsPart } from '../settings-part.tsx';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { InstallationForm } from './installation-form.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import type { Tried } from '#shared/app-api/diagnostics.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../../link/engine.ts';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import type { InstallationSecret } from '#shared/app-api/secrets.ts';
import fieldStyles from '#shared/ui/field.module.css';

type Props = { readonly settings: Settings; readonly change: ChangeSettings };

/** How this installation reaches the network. Most people only ever press "Try it now"; the rest is collapsed. */
export function ConnectionSection({ settings, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <SettingsPart title={t('settings.connection')}>
        <div className={styles['line']}>
          <p className={styles['line-label']}>{t('settings.installation.service')}</p>
          <TryIt what="service" />
        </div>
        <div className={styles['line']}>
          <p className={styles['line-label']}>{t('settings.installation.relay')}</p>
          <TryIt what="relay" />
        </div>
      </SettingsPart>
      <SettingsPart title={t('settings.advanced')}>
        <p className={styles['quiet']}>{t('settings.advanced.text')}</p>
        <MoreAbout label={t('settings.proxy')}>
          <ProxySettings settings={settings} change={change} />
          <TryIt what="proxy" />
        </MoreAbout>
        <MoreAbout label={t('settings.credentials')}>
          <CredentialSettings settings={settings} change={change} />
          <TryIt what="credentials" />
        </MoreAbout>
        <MoreAbout label={t('settings.installation')}>
          <InstallationSettings settings={settings} />
        </MoreAbout>
      </SettingsPart>
    </>
  );
}

/** For the administrator of the installation; collapsed at first. */
function InstallationSettings({ settings }: { readonly settings: Settings }) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className={styles['quiet']}>{t('settings.installation.text')}</p>
      <dl className={styles['facts']}>
        <dt>{t('settings.installation.service')}</dt>
        <dd>{settings.service?.baseUrl ?? t('installation.not-set')}</dd>
        <dt>{t('settings.installation.relay')}</dt>
        <dd>{settings.relayUrl ?? t('installation.not-set')}</dd>
      </dl>
      {isOpen ? (
        <InstallationForm onSaved={() => setOpen(false)} beside={<Button onPress={() => setOpen(false)}>{t('common.cancel')}</Button>} />
      ) : (
        <div>
          <Button onPress={() => setOpen(true)}>{t('settings.installation.change')}</Button>
        </div>
      )}
    </>
  );
}

type CredentialSettingsProps = { readonly settings: Settings; readonly change: ChangeSettings };

/** Chooses whose client credentials are used. */
function CredentialSettings({ settings: { credentials }, change }: CredentialSettingsProps) {
  const { t } = useI18n();
  return (
    <>
      <Choice
        label={t('settings.credentials')}
        labelled="heard"
        options={CREDENTIAL_MODES.map((value) => ({ value, label: t(`settings.credentials.${value}`) }))}
        value={credentials.mode}
        onChange={(mode) => change({ credentials: { mode } })}
      />
      <p className={styles['quiet']}>{t('settings.credentials.text')}</p>
      {credentials.mode === 'direct' && (
        <>
          <SavedText
            label={t('settings.credentials.id')}
            value={credentials.clientId}
            save={(clientId) => change({ credentials: { clientId } })}
          />
          <KeptSecret name="client-secret" label={t('settings.credentials.secret')} />
        </>
      )}
    </>
  );
}

/** Makes a round trip with the current settings, and shows the outcome. */
function TryIt({ what }: { readonly what: Tried }) {
  const { t, number } = useI18n();
  const { queries } = useEngine();
  const trying = useMutation(queries.diagnostics.try.mutationOptions());
  const answer = trying.data;
  return (
    <div className={styles['try']}>
      <Button size="small" isPending={trying.isPending} onPress={() => trying.mutate({ what })}>
        {t(trying.isPending ? 'try-out.running' : `try-out.${what}`)}
      </Button>
      <output>
        {!trying.isPending && answer?.ok === true && (
          <span className={styles['tried']}>
            <CircleCheck size={17} aria-hidden />
            {t('try-out.good', { milliseconds: number(answer.value.milliseconds) })}
          </span>
        )}
      </output>
      {!trying.isPending && answer?.ok === false && (
        <Note tone="bad" spoken="alert" title={t(`try-out.fault.${answer.failure.kind}`)}>
          {t(`try-out.fault.${answer.failure.kind}.next`)} <code>{answer.failure.code}</code>
        </Note>
      )}
      {trying.isError && <Note tone="bad" spoken="alert" title={t('common.unexpected')} />}
    </div>
  );
}

type ProxySettingsProps = { readonly settings: Settings; readonly change: ChangeSettings };

const isAddress = (url: string): boolean => settingsChangeSchema.safeParse({ proxy: { url } }).success;

/** Which proxy is used, if any. */
function ProxySettings({ settings: { proxy }, change }: ProxySettingsProps) {
  const { t } = useI18n();
  return (
    <>
      <Choice
        label={t('settings.proxy')}
        labelled="heard"
        options={PROXY_MODES.map((value) => ({ value, label: t(`settings.proxy.${value}`) }))}
        value={proxy.mode}
        onChange={(mode) => change({ proxy: { mode } })}
      />
      {proxy.mode === 'manual' && (
        <SavedText
          label={t('settings.proxy.url')}
          hint={t('settings.proxy.url.hint')}
          value={proxy.url}
          wrong={(text) => (isAddress(text) ? null : t('settings.proxy.url.wrong'))}
          save={(url) => change({ proxy: { url } })}
        />
      )}
      {(proxy.mode === 'manual' || proxy.mode === 'system') && (
        <>
          <SavedText
            label={t('settings.proxy.user')}
            hint={t('settings.proxy.user.hint')}
            value={proxy.user}
            save={(user) => change({ proxy: { user } })}
          />
          {proxy.user !== null && <KeptSecret name="proxy-password" label={t('settings.proxy.password')} />}
        </>
      )}
    </>
  );
}

type SavedTextProps = {
  readonly label: string;
  readonly hint?: string;
  readonly value: string | null;
  /** The error for a text that cannot be saved; null if it can. */
  readonly wrong?: (text: string) => string | null;
  readonly save: (text: string | null) => void;
};

/** A text, saved when the user leaves the field; an empty one is saved as null. */
function SavedText({ label, hint, value, wrong, save }: SavedTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value ?? '';
  const trimmed = text.trim();
  const error = trimmed === '' ? null : (wrong?.(trimmed) ?? null);
  return (
    <TextField
      label={label}
      {...(hint === undefined ? {} : { hint })}
      error={error}
      maxLength={300}
      value={text}
      onChange={setTyped}
      onBlur={() => {
        if (typed === null || error !== null) return;
        if (trimmed !== (value ?? '')) save(trimmed === '' ? null : trimmed);
        setTyped(null);
      }}
    />
  );
}

/** A secret that is typed in and never shown again. In the window it exists only in the field, which is emptied once it is stored. */
function KeptSecret({ name, label }: { readonly name: InstallationSecret; readonly label: string }) {
  const { t } = useI18n();
  const id = useId();
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const view = useQuery(queries.secrets.view.queryOptions());
  const [hasFailed, setFailed] = useState(false);
  const keeping = useMutation(queries.secrets.keep.mutationOptions());
  const keep = async (secret: string | null): Promise<boolean> => {
    const kept = await keeping.mutateAsync({ name, secret }).catch(() => null);
    keeping.reset();
    setFailed(kept?.ok !== true);
    if (kept?.ok === true) queryClient.setQueryData(queries.secrets.view.queryKey(), kept.value);
    return kept?.ok === true;
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('secret');
    if (typeof typed === 'string' && typed !== '') void keep(typed).then((kept) => kept && form.reset());
  };
  const isKept = view.data?.[name] === true;
  return (
    <form className={fieldStyles['field']} onSubmit={submit}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <div className={fieldStyles['row']}>
        <input
          id={id}
          name="secret"
          type="password"
          maxLength={500}
          autoComplete="off"
          className={fieldStyles['input']}
          placeholder={isKept ? '••••••••' : ''}
        />
        <Button type="submit">{t('common.save')}</Button>
        {isKept && <Button onPress={() => void keep(null)}>{t('settings.secret.remove')}</Button>}
      </div>
      <p className={fieldStyles['hint']}>{t(isKept ? 'settings.secret.kept' : 'settings.secret.none')}</p>
      {hasFailed && <Note tone="bad" spoken="alert" title={t('settings.secret.failed')} />}
    </form>
  );
}
