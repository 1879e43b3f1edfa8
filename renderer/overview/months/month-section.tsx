import { Check, ChevronDown, ChevronLeft, ChevronRight, CircleCheck, CircleDashed, CircleX, type LucideIcon, Unplug } from 'lucide-react';
import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { type Month, monthName, monthOf } from '../../parts/month-of.ts';
import page from '../overview-page.module.css';
import styles from './month-row.module.css';
import { isComplete, type MonthFigures } from '#shared/app-api/list/register.ts';
import type { Company } from '#shared/domain/company.ts';
import { CompanyName } from '../../parts/company-name.tsx';
import { MonthRegister } from './month-register.tsx';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import tones from '#shared/ui/tone.module.css';
import { connectionText } from '../../companies/connection-text.ts';
import { hashOf } from '../../frame/place.ts';
import connectionLinesStyles from '../connection-lines.module.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEngine } from '../../link/engine.ts';
import { later as loadedLater } from '../../later/later.tsx';

/** A month for each company: what became of its documents, its register, and below it how the company is connected. */
export function MonthSection({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const { t, language } = useI18n();
  const [later, setLater] = useState(0);
  const month = monthOf(now, later);
  const figures = useMonths(month);
  const name = (at: number) => monthName(monthOf(now, at), now, language);
  const { companies } = overview;
  const title = t(companies.length === 1 ? 'months.title-one' : 'months.title', { month: name(later) });
  return (
    <section className={page['section']} aria-label={title}>
      <div className={page['above']}>
        <h2 className={page['title']}>{title}</h2>
        <Turn {...{ later, name, onTurn: setLater }} />
      </div>
      <ul className={page['card']}>
        {companies.map((company) => (
          <MonthRow
            key={company.id}
            company={company}
            figures={figures.find(({ companyId }) => companyId === company.id)}
            month={month}
            name={name(later)}
            overview={overview}
            now={now}
          />
        ))}
        <AnswersLine relay={overview.relay} now={now} />
      </ul>
    </section>
  );
}

type TurnProps = { readonly later: number; readonly name: (later: number) => string; readonly onTurn: (later: number) => void };

/** To the month before, and back up to the current one. */
function Turn({ later, name, onTurn }: TurnProps) {
  const { t } = useI18n();
  return (
    <div className={styles['turn']}>
      <Button look="quiet" size="small" aria-label={t('months.earlier', { month: name(later - 1) })} onPress={() => onTurn(later - 1)}>
        <ChevronLeft size={16} aria-hidden />
        {name(later - 1)}
      </Button>
      {later < 0 && (
        <Button look="quiet" size="small" aria-label={t('months.later', { month: name(later + 1) })} onPress={() => onTurn(later + 1)}>
          {name(later + 1)}
          <ChevronRight size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
}

type Props = {
  readonly company: Company;
  /** Absent until they are known. */
  readonly figures: MonthFigures | undefined;
  readonly month: Month;
  readonly name: string;
  readonly overview: Overview;
  readonly now: WallMs;
};

/** One company's month in figures; unfolded, its connection and folders. */
function MonthRow({ company, figures, month, name, overview, now }: Props) {
  const { t } = useI18n();
  const [isOpen, turn] = useUnfolded(company.id, overview.companies.length === 1);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <li>
      <div className={styles['row']}>
        <Button look="icon" size="small" aria-expanded={isOpen} aria-label={t('months.details', { name: company.name })} onPress={turn}>
          <Icon size={17} aria-hidden />
        </Button>
        <span className={styles['name']}>
          <CompanyName company={company} />
        </span>
        {figures !== undefined && <Figures figures={figures} name={name} />}
        {figures !== undefined && (
          <MonthRegister figures={figures} month={month} label={t('months.register', { month: name, name: company.name })} />
        )}
      </div>
      <LaterExpectedLines companyId={company.id} month={month} now={now} hasDetails={isOpen} />
      {isOpen && <CompanyLine company={company} folders={overview.folders.filter(({ companyId }) => companyId === company.id)} now={now} />}
    </li>
  );
}

function Figures({ figures, name }: { readonly figures: MonthFigures; readonly name: string }) {
  const { t } = useI18n();
  const shown = (['accepted', 'refused', 'open'] as const).filter((what) => figures[what] > 0);
  return (
    <ul className={styles['figures']}>
      {shown.map((what) => (
        <li key={what}>{t(`months.${what}`, { count: figures[what] })}</li>
      ))}
      {shown.length === 0 && <li className={styles['quiet']}>{t('months.none')}</li>}
      {isComplete(figures) && (
        <li className={styles['complete']}>
          <Check size={16} aria-hidden />
          {t('months.complete', { month: name })}
        </li>
      )}
    </ul>
  );
}

const load = async () => await import('./expected-lines.tsx');
const LaterExpectedLines = loadedLater(async () => (await load()).ExpectedLines);
/** For the overview: another script would have those of the first page cut into more. */
export const ReconnectDialog = loadedLater(async () => (await load()).ReconnectDialog);

/** Remembered as long as the window is open. */
const chosen = new Map<CompanyId, boolean>();

/** Whether a company's details are unfolded; before a user chooses, only those of a company that is alone. */
function useUnfolded(companyId: CompanyId, isAlone: boolean): readonly [boolean, () => void] {
  const [, draw] = useState(0);
  const isOpen = chosen.get(companyId) ?? isAlone;
  const turn = () => {
    chosen.set(companyId, !isOpen);
    draw((times) => times + 1);
  };
  return [isOpen, turn];
}

/** How a company is connected, when it was last reached, and its folders. */
function CompanyLine({ company, folders, now }: { readonly company: Company; readonly folders: readonly Folder[]; readonly now: WallMs }) {
  const i18n = useI18n();
  const { connection } = company;
  const { icon, tone, word, text } = connectionText(connection, now, i18n);
  return (
    <div className={connectionLinesStyles['line']}>
      <a href={hashOf({ kind: 'companies', companyId: company.id })} className={connectionLinesStyles['name']}>
        {i18n.t('needs.to-company')}
      </a>
      <State icon={icon} tone={tone} word={word} text={connection.kind === 'active' ? text : null} />
      <span className={connectionLinesStyles['quiet']}>{foldersText(folders, now, i18n)}</span>
    </div>
  );
}

const RELAY_ICONS = { connected: CircleCheck, connecting: CircleDashed, 'not-set': CircleX, unreachable: Unplug } as const;

/** How answers arrive. */
function AnswersLine({ relay, now }: { readonly relay: Overview['relay']; readonly now: WallMs }) {
  const { t, age } = useI18n();
  const isRead = relay.kind === 'connected';
  return (
    <li className={connectionLinesStyles['line']}>
      <span className={connectionLinesStyles['label']}>{t('relay.title')}</span>
      <State
        icon={RELAY_ICONS[relay.kind]}
        tone={isRead ? 'good' : relay.kind === 'connecting' ? 'quiet' : 'warn'}
        word={t(`relay.${relay.kind}`)}
        text={isRead ? t('relay.connected.seen', { age: age(relay.lastReadAt, now) ?? t('common.now') }) : null}
      />
    </li>
  );
}

type StateProps = {
  readonly icon: LucideIcon;
  readonly tone: 'good' | 'warn' | 'bad' | 'quiet';
  readonly word: string;
  readonly text: string | null;
};

function State({ icon: Icon, tone, word, text }: StateProps) {
  return (
    <span className={connectionLinesStyles['state']}>
      <Icon size={16} aria-hidden className={classNames(tones[tone])} />
      <span>
        {word}
        {text !== null && <span className={connectionLinesStyles['quiet']}> · {text}</span>}
      </span>
    </span>
  );
}

function foldersText(folders: readonly Folder[], now: WallMs, { t, age }: I18n): string {
  const away = folders.filter(({ state }) => state !== 'present').length;
  if (folders.length === 0) return t('overview.folders-none');
  if (away > 0) return t('overview.folders-away', { count: away });
  const looks = folders.flatMap(({ lastSweptAt }) => (lastSweptAt === null ? [] : [lastSweptAt]));
  const count = folders.length;
  if (looks.length < count) return t('overview.folders-first', { count });
  // The least recently checked folder, since all others are newer.
  const oldest = looks.reduce((one, other) => (other < one ? other : one));
  return t('overview.folders', { count, age: age(oldest, now) ?? t('common.now') });
}

/** What became of each company's documents of this month; the figures before stay until the new ones are there. */
export function useMonths({ from, before }: Month): readonly MonthFigures[] {
  const { queries } = useEngine();
  const { data } = useQuery(queries.companies.months.queryOptions({ input: { from, before }, placeholderData: keepPreviousData }));
  return data?.months ?? [];
}
