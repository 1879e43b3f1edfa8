import { Building2, CircleCheck, CircleDashed, CircleX, Files, House, PlugZap, Settings } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import type { LinkState } from '../live/link-state.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { type Contact, contactOf } from './contact-of.ts';
import { needsCount } from './needs-count.ts';
import { hashOf, type PageAddress, usePlace } from './place.ts';
import styles from './rail.module.css';

const PLACES = [
  { icon: House, label: 'frame.overview', place: { kind: 'overview' } },
  { icon: Files, label: 'frame.documents', place: { kind: 'documents', itemId: null } },
  { icon: Building2, label: 'frame.companies', place: { kind: 'companies' } },
  { icon: Settings, label: 'frame.settings', place: { kind: 'settings' } },
] as const satisfies readonly { readonly icon: typeof House; readonly label: string; readonly place: PageAddress }[];

type Props = { readonly overview: Overview; readonly link: LinkState; readonly now: WallMs; readonly isFirstRun: boolean };

/** Navigation, with the state of the connection at the bottom. Before the first company there is little to navigate to. */
export function Rail({ overview, link, now, isFirstRun }: Props) {
  const { t } = useI18n();
  const here = usePlace();
  const needs = needsCount(overview);
  const shown = PLACES.filter(({ place: { kind } }) => !isFirstRun || kind === 'overview' || kind === 'settings');
  return (
    <nav className={styles['rail']} aria-label={t('frame.places')}>
      <span className={styles['brand']}>
        <img src="/icon.svg" alt="" width={26} height={26} />
        <span>Intray</span>
      </span>
      <ul className={styles['places']}>
        {shown.map(({ icon: Icon, label, place }) => (
          <li key={place.kind}>
            <a
              href={hashOf(place)}
              className={styles['place']}
              {...(sectionOf(here) === place.kind ? { 'aria-current': 'page' as const } : {})}
            >
              <Icon size={19} strokeWidth={1.9} aria-hidden />
              <span className={styles['label']}>{t(label)}</span>
              {place.kind === 'documents' && needs > 0 && <Badge count={needs} />}
            </a>
          </li>
        ))}
      </ul>
      <Foot contact={contactOf(overview, link)} now={now} />
    </nav>
  );
}

/** A question is a page of its own, and belongs to the overview, which asks it. */
function sectionOf({ kind }: PageAddress): (typeof PLACES)[number]['place']['kind'] {
  return kind === 'bulk-question' || kind === 'type-question' ? 'overview' : kind;
}

function Badge({ count }: { readonly count: number }) {
  const { t, number } = useI18n();
  return (
    <span className={styles['badge']}>
      <span aria-hidden>{number(count)}</span>
      <span className="off-screen">{t('frame.to-look-at', { count })}</span>
    </span>
  );
}

const ICONS = { good: CircleCheck, warn: CircleDashed, bad: CircleX, quiet: PlugZap } as const;

function Foot({ contact, now }: { readonly contact: Contact; readonly now: WallMs }) {
  const { t, age } = useI18n();
  const { tone, key, at } = contact;
  const Icon = ICONS[tone];
  return (
    <a href={hashOf({ kind: 'companies' })} className={styles['foot']}>
      <Icon size={17} aria-hidden className={classNames(tones[tone])} />
      <span className={styles['contact']}>
        <span className={styles['word']}>{t(key)}</span>
        {at !== null && <span>{t('contact.last', { age: age(at, now) ?? t('common.now') })}</span>}
      </span>
    </a>
  );
}
