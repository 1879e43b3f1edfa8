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
import { SendingSection } from './sending-section.tsx';
import styles from './settings.module.css';
import { type ChangeSettings, SettingsPart, useChangeSettings } from './settings-part.tsx';
import { Check } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Toggle } from '#shared/ui/parts/choice.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import fieldStyles from '#shared/ui/field.module.css';

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

/** Long enough to read or hear it. */
const SHOWN_MS = 3_000;

/** Shows "Saved" for a moment. The element always exists, so that nothing moves and screen readers announce its change. */
function SavedMark({ savedAt }: { readonly savedAt: number }) {
  const { t } = useI18n();
  const [seen, setSeen] = useState(savedAt);
  const isShown = savedAt !== seen;
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setTimeout(() => setSeen(savedAt), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isShown, savedAt]);
  return (
    <output className={styles['saved']}>
      {isShown && (
        <>
          <Check size={16} aria-hidden />
          {t('common.saved')}
        </>
      )}
    </output>
  );
}

/** Defaults that suit most shops: quiet from 20:00 to 7:00, digest at 9:00. */
const NIGHT = { from: 20 * 60, to: 7 * 60 };
const MORNING = 9 * 60;

function NotificationSection({ settings, change }: { readonly settings: Settings; readonly change: ChangeSettings }) {
  const { t } = useI18n();
  const { notifications, quietHours, digestAt } = settings;
  return (
    <SettingsPart title={t('settings.section.notifications')}>
      <Toggle
        label={t('settings.notifications.show')}
        hint={t('settings.notifications.text')}
        isSelected={notifications}
        onChange={(shown) => change({ notifications: shown })}
      />
      <Toggle
        label={t('settings.digest')}
        hint={t('settings.digest.text')}
        isSelected={digestAt !== null}
        isDisabled={!notifications}
        onChange={(isOn) => change({ digestAt: isOn ? MORNING : null })}
      />
      {notifications && digestAt !== null && (
        <div className={styles['inset']}>
          <TimeSetting label={t('settings.digest.at')} value={digestAt} save={(minute) => change({ digestAt: minute })} />
        </div>
      )}
      <Toggle
        label={t('settings.quiet')}
        hint={t('settings.quiet.text')}
        isSelected={quietHours !== null}
        isDisabled={!notifications}
        onChange={(isOn) => change({ quietHours: isOn ? NIGHT : null })}
      />
      {notifications && quietHours !== null && (
        <div className={styles['inset']}>
          <TimeSetting label={t('settings.quiet.from')} value={quietHours.from} save={(from) => change({ quietHours: { from } })} />
          <TimeSetting label={t('settings.quiet.to')} value={quietHours.to} save={(to) => change({ quietHours: { to } })} />
        </div>
      )}
    </SettingsPart>
  );
}

type NotificationSectionProps = { readonly label: string; readonly value: number; readonly save: (minuteOfDay: number) => void };

/** A time of day in the browser's own field, saved when the user leaves it with a valid time. */
function TimeSetting({ label, value, save }: NotificationSectionProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const leave = () => {
    const minute = typed === null ? null : minuteOf(typed);
    if (minute !== null && minute !== value) save(minute);
    setTyped(null);
  };
  return (
    <div className={fieldStyles['field']}>
      <label htmlFor={id} className={fieldStyles['label']}>
        {label}
      </label>
      <input
        id={id}
        type="time"
        value={typed ?? clockText(value)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        className={classNames(fieldStyles['input'], styles['time'])}
      />
    </div>
  );
}

const HOUR_MINUTES = 60;

/** Formats minutes since midnight for a time field: "07:05". */
export function clockText(minuteOfDay: number): string {
  return `${two(Math.floor(minuteOfDay / HOUR_MINUTES))}:${two(minuteOfDay % HOUR_MINUTES)}`;
}

/** Minutes since midnight; null if the text is not a time, as in the middle of typing. */
export function minuteOf(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})(?::\d{2})?$/.exec(text) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const minute = Number(hours) * HOUR_MINUTES + Number(minutes);
  return Number(hours) < 24 && Number(minutes) < HOUR_MINUTES ? minute : null;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
