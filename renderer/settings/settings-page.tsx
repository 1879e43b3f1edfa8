import type { ReactNode } from 'react';
import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo } from '#shared/app-api/views.ts';
import { Note } from '#shared/look/parts/note.tsx';
import { useSpeech } from '../speech/speech.tsx';
import { AskAfterSetting } from './ask-after-setting.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { EmailSetting } from './email-setting.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { InstallationSettings } from './installation-settings.tsx';
import { ParallelSetting } from './parallel-setting.tsx';
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
        <ParallelSetting value={settings.parallelUploads} change={change} />
      </Part>
      <Part title={t('settings.answers')}>
        <AskAfterSetting value={settings.askAfterDays} change={change} />
      </Part>
      <Part title={t('settings.connection')}>
        <ConnectionSettings settings={settings} change={change} />
      </Part>
      <Part title={t('settings.installation')}>
        <InstallationSettings settings={settings} />
      </Part>
      <Part title={t('settings.about')}>
        <dl className={styles['facts']}>
          <dt>{t('settings.about.version')}</dt>
          <dd>Intray {info.version}</dd>
          <dt>{t('settings.about.runs')}</dt>
          <dd>{t(`settings.about.${info.host}`)}</dd>
        </dl>
      </Part>
    </main>
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
