import type { ReactNode } from 'react';
import { ASK_AFTER_DAYS_MAX, CHECK_MINUTES_MAX, PARALLEL_UPLOADS_MAX, type Settings } from '#shared/app-api/settings.ts';
import type { AppInfo } from '#shared/app-api/views.ts';
import { Note } from '#shared/look/parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { EmailSetting } from './email-setting.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { InstallationSettings } from './installation-settings.tsx';
import { NumberSetting } from './number-setting.tsx';
import styles from './settings.module.css';
import { useChangeSettings } from './use-change-settings.ts';

export function SettingsPage({ settings, info }: { readonly settings: Settings; readonly info: AppInfo }) {
  const { t } = useSpeech();
  const { change, hasFailed } = useChangeSettings();
  return (
    <main className={styles['page']}>
      <h1 className={styles['title']}>{t('settings.title')}</h1>
      {hasFailed && <Note tone="bad" spoken="alert" title={t('settings.not-saved')} />}
      <Part title={t('settings.general')}>
        <GeneralSettings settings={settings} change={change} />
      </Part>
      <Part title={t('settings.sending')}>
        <EmailSetting value={settings.userEmail} change={change} />
        <NumberSetting
          label={t('settings.parallel')}
          hint={t('settings.parallel.text', { max: PARALLEL_UPLOADS_MAX })}
          fewer={t('settings.parallel.fewer')}
          more={t('settings.parallel.more')}
          value={settings.parallelUploads}
          most={PARALLEL_UPLOADS_MAX}
          save={(parallelUploads) => change({ parallelUploads })}
        />
      </Part>
      <Part title={t('settings.answers')}>
        <NumberSetting
          label={t('settings.ask-after')}
          hint={t('settings.ask-after.text')}
          fewer={t('settings.ask-after.fewer')}
          more={t('settings.ask-after.more')}
          value={settings.askAfterDays}
          most={ASK_AFTER_DAYS_MAX}
          save={(askAfterDays) => change({ askAfterDays })}
        />
      </Part>
      <Part title={t('settings.connection')}>
        <CheckSetting value={settings.checkMinutes} save={(checkMinutes) => change({ checkMinutes })} />
        <ConnectionSettings settings={settings} change={change} />
      </Part>
      <Part title={t('settings.installation')}>
        <InstallationSettings settings={settings} />
      </Part>
      <About info={info} />
    </main>
  );
}

function About({ info }: { readonly info: AppInfo }) {
  const { t } = useSpeech();
  return (
    <Part title={t('settings.about')}>
      <dl className={styles['facts']}>
        <dt>{t('settings.about.version')}</dt>
        <dd>Intray {info.version}</dd>
        <dt>{t('settings.about.runs')}</dt>
        <dd>{t(`settings.about.${info.host}`)}</dd>
      </dl>
    </Part>
  );
}

function CheckSetting({ value, save }: { readonly value: number; readonly save: (value: number) => void }) {
  const { t } = useSpeech();
  return (
    <NumberSetting
      label={t('settings.check')}
      hint={t('settings.check.text', { max: CHECK_MINUTES_MAX })}
      fewer={t('settings.check.fewer')}
      more={t('settings.check.more')}
      value={value}
      most={CHECK_MINUTES_MAX}
      save={save}
    />
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h2 className={styles['part-title']}>{title}</h2>
      <div className={styles['rows']}>{children}</div>
    </section>
  );
}
