import { Building2, CircleCheck, CircleDashed, CircleX, Files, House, PlugZap, Settings } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { thingsToDo } from '#shared/app-api/status/status-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import type { LinkState } from '../live/link-state.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { type Contact, contactOf } from './contact-of.ts';
import { type PageAddress, usePlace } from './place.ts';
import { RailCompanies } from './rail-companies.tsx';
import { RailCount } from './rail-count.tsx';
import { RailLink } from './rail-link.tsx';
import styles from './rail.module.css';

type Place = { readonly icon: typeof House; readonly label: 'overview' | 'documents' | 'companies' | 'settings'; readonly to: PageAddress };

const PLACES: readonly Place[] = [
  { icon: House, label: 'overview', to: { kind: 'overview' } },
  { icon: Files, label: 'documents', to: { kind: 'documents', itemId: null } },
];
const FOOT: readonly Place[] = [
  { icon: Building2, label: 'companies', to: { kind: 'companies' } },
  { icon: Settings, label: 'settings', to: { kind: 'settings' } },
];

type Props = { readonly overview: Overview; readonly link: LinkState; readonly now: WallMs; readonly isFirstRun: boolean };

/**
 * Navigation: what is read each day at the top, then the companies, and at the foot what is set up once and the state of the connection.
 * Before the first company there is little to navigate to.
 */
export function Rail({ overview, link, now, isFirstRun }: Props) {
  const { t } = useI18n();
  const needs = thingsToDo(overview);
  const ofFirstRun = ({ label }: Place) => !isFirstRun || label === 'overview' || label === 'settings';
  return (
    <Nav label={t('frame.places')}>
      <span className={styles['brand']}>
        <img src="/icon.svg" alt="" width={24} height={24} />
        <span>Intray</span>
      </span>
      <Places places={PLACES.filter(ofFirstRun)} needs={isFirstRun ? 0 : needs} />
      {!isFirstRun && <RailCompanies overview={overview} />}
      <div className={styles['foot']}>
        <Places places={FOOT.filter(ofFirstRun)} needs={0} />
        <State contact={contactOf(overview, link)} now={now} />
      </div>
    </Nav>
  );
}

/** Folded, it shows names as tooltips; Escape takes the one in sight away, until the pointer or the focus goes on. */
function Nav({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const [isQuiet, setQuiet] = useState(false);
  const onKeyDown = ({ key }: KeyboardEvent) => setQuiet(key === 'Escape');
  const goOn = () => setQuiet(false);
  return (
    // Only for the tooltips: each thing in it is a link of its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <nav className={classNames(styles['rail'], isQuiet && styles['still'])} aria-label={label} {...{ onKeyDown }} onPointerOver={goOn}>
      {children}
    </nav>
  );
}

/** A question is a page of its own, and belongs to the overview, which asks it; an invitation is for one more company. */
function sectionOf({ kind }: PageAddress): Place['label'] {
  if (kind === 'invitation') return 'companies';
  return kind === 'bulk-question' || kind === 'type-question' ? 'overview' : kind;
}

function Places({ places, needs }: { readonly places: readonly Place[]; readonly needs: number }) {
  const { t } = useI18n();
  const here = usePlace();
  const isNarrowed = here.kind === 'documents' && here.companyId !== undefined;
  return (
    <ul className={styles['places']}>
      {places.map(({ icon: Icon, label, to }) => (
        <li key={label}>
          <RailLink
            to={to}
            name={t(`frame.${label}`)}
            icon={<Icon size={18} strokeWidth={1.9} aria-hidden />}
            current={sectionOf(here) === to.kind && (isNarrowed ? 'part' : 'page')}
          >
            {label === 'overview' && <RailCount count={needs} isStrong />}
          </RailLink>
        </li>
      ))}
    </ul>
  );
}

const ICONS = { good: CircleCheck, warn: CircleDashed, bad: CircleX, quiet: PlugZap } as const;

/** The connection as a whole in a word or two; where to look is behind it. */
function State({ contact: { tone, key, at }, now }: { readonly contact: Contact; readonly now: WallMs }) {
  const { t, age } = useI18n();
  const Icon = ICONS[tone];
  return (
    <RailLink
      to={{ kind: 'companies' }}
      name={t(key)}
      icon={<Icon size={18} aria-hidden className={tones[tone]} />}
      more={at === null ? undefined : t('contact.last', { age: age(at, now) ?? t('common.now') })}
    />
  );
}
