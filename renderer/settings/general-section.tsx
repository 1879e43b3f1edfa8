import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo, StartsAtLogin } from '#shared/app-api/views.ts';
import { Choice, Toggle } from '#shared/ui/parts/choice.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { NewsLines, newsOf } from '../news/what-is-new.tsx';
import { MoreAbout } from '../parts/more-about.tsx';
import styles from './settings.module.css';
import { type ChangeSettings, EmailField, SettingsPart } from './settings-part.tsx';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InstallFault, UpdatesView } from '#shared/app-api/updates.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useEngine } from '../link/engine.ts';

const LANGUAGES = ['system', 'en', 'fr'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

type Props = { readonly settings: Settings; readonly info: AppInfo; readonly change: ChangeSettings };

export function GeneralSection({ settings, info, change }: Props) {
  const { t } = useI18n();
  return (
    <>
      <SettingsPart title={t('settings.general')}>
        <Choice
          label={t('settings.language')}
          options={LANGUAGES.map((value) => ({ value, label: t(`settings.language.${value}`) }))}
          value={settings.language}
          onChange={(language) => change({ language })}
        />
        <Choice
          label={t('settings.theme')}
          options={THEMES.map((value) => ({ value, label: t(`settings.theme.${value}`) }))}
          value={settings.theme}
          onChange={(theme) => change({ theme })}
        />
        {info.startsAtLogin !== undefined && <StartSetting wanted={settings.startAtLogin} system={info.startsAtLogin} change={change} />}
      </SettingsPart>
      <SettingsPart title={t('settings.you')}>
        <EmailField
          label={t('settings.email')}
          hint={t('settings.email.text')}
          value={settings.userEmail}
          save={(userEmail) => change({ userEmail })}
        />
      </SettingsPart>
      <SettingsPart title={t('settings.about')}>
        <dl className={styles['facts']}>
          <dt>{t('settings.about.version')}</dt>
          <dd>Intray {info.version}</dd>
          <dt>{t('settings.about.runs')}</dt>
          <dd>{t(`settings.about.${info.host}`)}</dd>
        </dl>
        <UpdatesSetting />
        <NewsAgain version={info.version} />
      </SettingsPart>
    </>
  );
}

type StartSettingProps = { readonly wanted: boolean; readonly system: StartsAtLogin; readonly change: ChangeSettings };

/** Shows what the system will do rather than what was chosen: the system's own switches win, and the hint says where they are. */
function StartSetting({ wanted, system, change }: StartSettingProps) {
  const { t } = useI18n();
  const isOff = system.is === 'switched-off';
  const hint = isOff ? t(`settings.start.off.${system.system}`) : wanted && system.is === 'absent' ? t('settings.start.absent') : null;
  return (
    <Toggle
      label={t('settings.start')}
      hint={hint ?? t('settings.start.text')}
      isSelected={system.is === 'starts'}
      isDisabled={isOff}
      onChange={(startAtLogin) => change({ startAtLogin })}
    />
  );
}

/** The state of updates, what is new in a ready version, and a button that installs it without waiting. */
function UpdatesSetting() {
  const { queries } = useEngine();
  const view = useQuery(queries.updates.view.queryOptions());
  if (view.data === undefined) return null;
  return view.data.kind === 'ready' ? <Ready view={view.data} /> : <Otherwise view={view.data} />;
}

function Ready({ view }: { readonly view: Extract<UpdatesView, { readonly kind: 'ready' }> }) {
  const { t, language } = useI18n();
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const installing = useMutation(
    queries.updates.installNow.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: queries.updates.view.queryKey() }),
    }),
  );
  return (
    <Note
      tone="calm"
      spoken="status"
      title={t('updates.ready', { version: view.version })}
      actions={
        <Button isDisabled={view.asked} onPress={() => installing.mutate(undefined)}>
          {t('updates.restart')}
        </Button>
      }
    >
      {view.failed !== null && !view.asked ? (
        <Failed failed={view.failed} />
      ) : (
        <p>{t(view.asked ? 'updates.ready.asked' : 'updates.ready.text')}</p>
      )}
      <p className={styles['notes']}>{view.notes[language]}</p>
    </Note>
  );
}

function Otherwise({ view }: { readonly view: Exclude<UpdatesView, { readonly kind: 'ready' }> }) {
  const { t } = useI18n();
  switch (view.kind) {
    case 'not-here':
    case 'off':
      return <p className={styles['quiet']}>{t(`updates.${view.kind}`)}</p>;
    case 'held':
      return (
        <Note tone="warn" title={t('updates.held')}>
          <p>{t(`updates.held.${view.obstacle}`)}</p>
        </Note>
      );
    case 'loading':
      return <p className={styles['quiet']}>{t('updates.loading', { version: view.version })}</p>;
    case 'current':
      return <Current view={view} />;
    default:
      return unreachable(view);
  }
}

function Current({ view }: { readonly view: Extract<UpdatesView, { readonly kind: 'current' }> }) {
  const { t } = useI18n();
  if (view.fault !== null) {
    return (
      <Note tone="warn" title={t(`updates.fault.${view.fault}`)}>
        {view.failed === null ? null : <Failed failed={view.failed} />}
      </Note>
    );
  }
  if (view.failed === null)
    return <p className={styles['quiet']}>{t(view.checkedAt === null ? 'updates.not-checked' : 'updates.current')}</p>;
  return (
    <Note tone="warn" title={t('updates.failed', { version: view.failed.version })}>
      <p>{`${t(`updates.failed.${view.failed.why}`)} ${t('updates.failed.next')}`}</p>
    </Note>
  );
}

/** The previous attempt, which failed. */
function Failed({ failed }: { readonly failed: { readonly version: string; readonly why: InstallFault } }) {
  const { t } = useI18n();
  return <p>{[t('updates.failed', { version: failed.version }), t(`updates.failed.${failed.why}`), t('updates.failed.next')].join(' ')}</p>;
}

/** The news of the running version, for whoever wants to read them again. */
function NewsAgain({ version }: { readonly version: string }) {
  const { t } = useI18n();
  if (newsOf(version).length === 0) return null;
  return (
    <MoreAbout label={t('news.title', { version })}>
      <NewsLines version={version} />
    </MoreAbout>
  );
}
