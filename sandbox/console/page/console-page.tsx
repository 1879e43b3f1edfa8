import { Files, Send, SlidersHorizontal } from 'lucide-react';
import { Button } from 'react-aria-components';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import frame from './frame.module.css';
import styles from './console.module.css';
import { useClock, useControlAction, useIntegrations } from './control/use-control.ts';
import { ActionFault } from './parts/list-with-panel.tsx';
import { Button as PlainButton } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { DeliveriesPlace } from './deliveries/deliveries-place.tsx';
import { DocumentsPlace } from './documents/documents-place.tsx';
import { IntegrationColumn } from './integrations/integration-column.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from './i18n.tsx';
import { SwitchesPlace } from './switches/switches-place.tsx';
import { useEffect, useState } from 'react';

const ICONS = { documents: Files, deliveries: Send, switches: SlidersHorizontal } as const;
const PLACES = ['documents', 'deliveries', 'switches'] as const;
/** Each language is named in itself. */
const LANGUAGE_NAMES = { en: 'English', fr: 'Français' } as const;

export function ConsolePage() {
  const { t } = useI18n();
  const [place, go] = usePlace();
  const silent = useIntegrations().isError;
  return (
    <div className={frame['frame']}>
      <header>
        <Bar place={place} go={go} />
        {silent && (
          <div className={frame['banners']}>
            <Note tone="bad" spoken="alert" title={t('console.silent')}>
              {t('console.silent.next')}
            </Note>
          </div>
        )}
      </header>
      <div className={styles['columns']}>
        <main className={styles['main']}>
          {place === 'documents' && <DocumentsPlace />}
          {place === 'deliveries' && <DeliveriesPlace />}
          {place === 'switches' && <SwitchesPlace />}
        </main>
        <aside className={styles['side']} aria-label={t('console.integrations')}>
          <IntegrationColumn />
          <ClockCard />
        </aside>
      </div>
    </div>
  );
}

function Bar({ place, go }: { readonly place: PageName; readonly go: (place: PageName) => void }) {
  const { t, language, speak } = useI18n();
  return (
    <div className={frame['bar']}>
      <h1 className={frame['brand']}>
        <img src="./icon.svg" alt="" width={26} height={26} />
        {t('console.title')}
      </h1>
      <nav className={frame['places']} aria-label={t('console.places')}>
        {PLACES.map((kind) => {
          const Icon = ICONS[kind];
          return (
            <Button
              key={kind}
              {...(place === kind ? { 'aria-current': 'page' as const } : {})}
              onPress={() => go(kind)}
              className={frame['place'] ?? ''}
            >
              <Icon size={17} aria-hidden />
              {t(`console.${kind}`)}
            </Button>
          );
        })}
      </nav>
      <Choice
        label={t('console.language')}
        labelled="heard"
        options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value], language: value }))}
        value={language}
        onChange={speak}
      />
    </div>
  );
}

type PageName = (typeof PLACES)[number];

/** The current place, from the fragment of the address: it survives a reload, and Back works. */
function usePlace(): readonly [PageName, (place: PageName) => void] {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const look = () => setPlace(here());
    window.addEventListener('hashchange', look);
    return () => window.removeEventListener('hashchange', look);
  }, []);
  return [
    place,
    (wanted) => {
      window.location.hash = wanted;
    },
  ];
}

function here(): PageName {
  return PLACES.find((place) => window.location.hash === `#${place}`) ?? 'documents';
}

const STEPS = [
  { key: '5m', ms: 5 * MINUTE_MS },
  { key: '1h', ms: HOUR_MS },
  { key: '48h', ms: 48 * HOUR_MS },
] as const;

function ClockCard() {
  const { t, locale, exact } = useI18n();
  const clock = useClock().data;
  const action = useControlAction();
  if (clock === undefined) return null;
  return (
    <section className={styles['card']}>
      <h2 className={styles['card-title']}>{t('console.clock')}</h2>
      <div>
        <p className={styles['name']}>{exact(clock.now)}</p>
        <p className={styles['quiet']}>
          {clock.aheadMs < MINUTE_MS / 2 ? t('console.clock.real') : t('console.clock.ahead', { time: hoursText(clock.aheadMs, locale) })}
        </p>
      </div>
      <fieldset className={styles['steps']} aria-label={t('console.clock.advance')}>
        <span className={styles['quiet']}>{t('console.clock.advance')}</span>
        {STEPS.map(({ key, ms }) => (
          <PlainButton
            size="small"
            key={key}
            isDisabled={action.isPending}
            onPress={() => action.mutate({ method: 'POST', path: '/clock', body: { advanceMs: ms } })}
          >
            {t(`console.clock.${key}`)}
          </PlainButton>
        ))}
      </fieldset>
      <output className={classNames(styles['quiet'], styles['moving'])}>{action.isPending && t('console.clock.moving')}</output>
      <ActionFault error={action.error} />
    </section>
  );
}

const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

/** "49 hr 5 min", rounded to the minute: real time passes while the clock is moved. */
function hoursText(milliseconds: number, locale: string): string {
  const all = Math.round(milliseconds / MINUTE_MS);
  const hours = Math.floor(all / HOUR_MINUTES);
  const minutes = all % HOUR_MINUTES;
  const text = (value: number, unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  return [hours > 0 ? text(hours, 'hour') : '', minutes > 0 || hours === 0 ? text(minutes, 'minute') : ''].join(' ').trim();
}
