import { Building2, CircleCheck, CircleDashed, CircleX, Ellipsis, Files, House, PlugZap, Settings } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { statusOf, thingsToDo } from '#shared/app-api/status/status-of.ts';
import type { FilterCounts, Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import type { LinkState } from '../live/link-state.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { hashOf, type PageAddress, usePlace } from './place.ts';
import styles from './rail.module.css';
import { isVaultShut } from '#shared/app-api/secrets.ts';
import type { MessageKey } from '#shared/i18n/en.ts';
import { useQueries } from '@tanstack/react-query';
import { useEngine } from '../link/engine.ts';
import { CompanyTile } from '../parts/company-name.tsx';
import type { ItemFilter } from '#shared/app-api/list/item-filter.ts';
import { mustAct, type Need, needsOf } from '#shared/app-api/needs-of.ts';
import type { CompanyId } from '#shared/domain/ids.ts';

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
  return kind === 'bulk-question' || kind === 'type-question' || kind === 'note-question' ? 'overview' : kind;
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

type Contact = {
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly key: MessageKey;
  /** The oldest of the companies' last contacts; null if it would say nothing now. */
  readonly at: WallMs | null;
};

/** The connection as a whole, judged by its worst part, and only by round trips that were really made. Never good while sending has stopped. */
export function contactOf(overview: Overview, link: LinkState): Contact {
  const { companies, relay, vault, disk, delay } = overview;
  const kinds = new Set(companies.map(({ connection }) => connection.kind));
  if (link !== 'up' && link !== 'connecting') return none('bad', 'contact.program');
  if (companies.length === 0) return none('quiet', 'contact.no-company');
  if (disk.kind === 'bad') return none('bad', disk.fault === 'full' ? 'contact.disk-full' : 'contact.stopped');
  if (vault === 'locked') return none('bad', 'contact.keychain');
  if (isVaultShut(vault)) return none('bad', 'contact.stopped');
  if (kinds.has('invalid')) return none('bad', companies.length === 1 ? 'contact.lost' : 'contact.lost-one');
  if (kinds.has('checking') || delay) return none('warn', 'contact.doubt');
  if (relay.kind === 'unreachable') return none('warn', 'contact.relay');
  if (relay.kind === 'connecting') return none('quiet', 'contact.relay-connecting');
  if (relay.kind === 'not-set') return none('warn', 'contact.relay-not-set');
  if (!kinds.has('active')) return none('quiet', 'contact.paused');
  if (statusOf(overview).tone === 'stopped') return none('bad', 'contact.stopped');
  return { tone: 'good', key: 'contact.connected', at: lastContact(overview) };
}

/** Of several companies the oldest contact: a newer one would look better than the truth. */
function lastContact({ companies }: Overview): WallMs | null {
  const seen = companies.flatMap(({ connection }) => (connection.kind === 'active' ? [connection.seenAt] : []));
  return seen.length === 0 ? null : seen.reduce((oldest, at) => (at < oldest ? at : oldest));
}

function none(tone: Contact['tone'], key: MessageKey): Contact {
  return { tone, key, at: null };
}

/** As many as have room in a window of ordinary height. */
const SHOWN_MAX = 8;

/** The companies as filters of the documents, each with the number of things in it that need the user. One company needs no filter. */
function RailCompanies({ overview }: { readonly overview: Overview }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const here = usePlace();
  const { companies } = overview;
  const shown = companies.length < 2 ? [] : companies.slice(0, SHOWN_MAX);
  const counts = useQueries({ queries: shown.map(({ id }) => queries.items.counts.queryOptions({ input: waitsInCompany(id) })) });
  if (shown.length === 0) return null;
  const chosen = here.kind === 'documents' ? here.companyId : undefined;
  return (
    <div className={styles['companies']}>
      <p className={styles['heading']} id="rail-companies">
        {t('frame.of-company')}
      </p>
      <ul className={styles['places']} aria-labelledby="rail-companies">
        {shown.map((company, at) => (
          <li key={company.id}>
            <RailLink
              to={{ kind: 'documents', itemId: null, companyId: company.id }}
              name={company.name}
              icon={<CompanyTile company={company} />}
              current={company.id === chosen && 'page'}
            >
              <RailCount count={needsOfCompany(company.id, overview, counts[at]?.data)} />
            </RailLink>
          </li>
        ))}
        {companies.length > shown.length && (
          <li>
            <RailLink to={{ kind: 'companies' }} name={t('frame.every-company')} icon={<Ellipsis size={18} aria-hidden />} />
          </li>
        )}
      </ul>
    </div>
  );
}

/** The documents of one company that each need the user. Those that came all at once are one thing together, which the overview names. */
export function waitsInCompany(companyId: CompanyId): ItemFilter {
  return { companyId, states: ['refused', 'unfit', 'held'], asking: true, unproven: true, resolved: false, bulkArrival: false };
}

/** How many things in one company need the user: its documents, and what stops them. */
export function needsOfCompany(companyId: CompanyId, overview: Overview, counts: FilterCounts | undefined): number {
  const stops = needsOf(overview).filter((need) => mustAct(need) && companyOf(need) === companyId).length;
  if (counts === undefined) return stops;
  const { kinds, asking, unproven, resolved } = counts;
  return stops + kinds.refused - resolved + kinds.unfit + kinds.held + asking + unproven;
}

/** The company that it is about; null for what concerns everything, and for documents, which are counted. */
function companyOf(need: Need): CompanyId | null {
  if (need.kind === 'company' || need.kind === 'unread') return need.company.id;
  if (need.kind === 'folder') return need.folder.companyId;
  return need.kind === 'bulk-arrival' ? need.arrival.companyId : null;
}

/** How many things need the user; nothing if there is none. `isStrong`: the one number that asks for attention. */
function RailCount({ count, isStrong = false }: { readonly count: number; readonly isStrong?: boolean }) {
  const { t, number } = useI18n();
  if (count <= 0) return null;
  return (
    <span className={classNames(styles['count'], isStrong && styles['strong'])}>
      <span aria-hidden>{number(count)}</span>
      <span className="off-screen">{t('frame.to-look-at', { count })}</span>
    </span>
  );
}

type RailLinkProps = {
  readonly to: PageAddress;
  readonly name: string;
  readonly icon: ReactNode;
  /** `part`: the page shows a part of this place, which has a link of its own. */
  readonly current?: 'page' | 'part' | false;
  /** Shown only to whoever stops at it. */
  readonly more?: string | undefined;
  readonly children?: ReactNode;
};

/** One thing on the rail: icon, name, count. In the folded rail the name is its tooltip, and remains its accessible name. */
function RailLink({ to, name, icon, current = false, more, children }: RailLinkProps) {
  return (
    <a
      href={hashOf(to)}
      className={styles['link']}
      title={more}
      {...(current === false ? {} : { 'aria-current': current === 'page' ? ('page' as const) : ('true' as const) })}
    >
      <span className={styles['icon']}>{icon}</span>
      <span className={styles['label']}>
        <bdi>{name}</bdi>
      </span>
      {children}
    </a>
  );
}
