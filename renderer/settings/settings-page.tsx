import type { Settings } from '#shared/app-api/settings.ts';
import type { AppInfo, Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { SETTINGS_SECTIONS, type SettingsSection } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { BrowsersSection } from './browsers/browsers-section.tsx';
import { ConnectionSection } from './installation/connection-section.tsx';
import { DiagnosticsSection } from './diagnostics/diagnostics-section.tsx';
import { GeneralSection } from './general-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import { SendingSection } from './sending-section.tsx';
import styles from './settings.module.css';
import { SavedMark } from './saved-mark.tsx';
import { useChangeSettings, type ChangeSettings } from './use-change-settings.ts';

type Props = {
  readonly settings: Settings;
  readonly info: AppInfo;
  readonly overview: Overview;
  readonly section: SettingsSection | undefined;
  readonly now: WallMs;
};

/** Shows one section at a time; each change is saved at once, and quietly confirmed. */
export function SettingsPage({ section: wanted = 'general', ...rest }: Props) {
  const { t } = useI18n();
  const { change, hasFailed, savedAt } = useChangeSettings();
  const sections = SETTINGS_SECTIONS.filter((one) => one !== 'browsers' || rest.info.host === 'headless');
  const section = sections.find((one) => one === wanted) ?? 'general';
  return (
    <main className={styles['page']}>
      <header className={styles['head']}>
        <h1 className={styles['title']}>{t('settings.title')}</h1>
        <SavedMark savedAt={savedAt} />
      </header>
      <nav className={styles['sections']} aria-label={t('settings.sections')}>
        {sections.map((one) => (
          <a
            key={one}
            href={`#/settings/${one}`}
            className={styles['section']}
            {...(one === section ? { 'aria-current': 'page' as const } : {})}
          >
            {t(`settings.section.${one}`)}
          </a>
        ))}
      </nav>
      {hasFailed && <Note tone="bad" spoken="alert" title={t('settings.not-saved')} />}
      <Section section={section} change={change} {...rest} />
    </main>
  );
}

type SectionProps = Omit<Props, 'section'> & { readonly section: SettingsSection; readonly change: ChangeSettings };

function Section({ section, settings, info, overview, now, change }: SectionProps) {
  switch (section) {
    case 'general':
      return <GeneralSection settings={settings} info={info} change={change} />;
    case 'sending':
      return <SendingSection settings={settings} info={info} change={change} />;
    case 'connection':
      return <ConnectionSection settings={settings} change={change} />;
    case 'notifications':
      return <NotificationSection settings={settings} change={change} />;
    case 'browsers':
      return <BrowsersSection now={now} />;
    case 'diagnostics':
      return <DiagnosticsSection overview={overview} now={now} />;
    default:
      return unreachable(section);
  }
}
