import { useEffect, useState } from 'react';
import { needsOf } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { shownSince } from '#shared/domain/results/weigh-results.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { WhatIsNew } from '../news/what-is-new.tsx';
import { MonthSection, ReconnectDialog, useMonths } from './months/month-section.tsx';
import { NeedsList } from './needs-list.tsx';
import styles from './overview-page.module.css';
import { useEndings } from './to-do/use-endings.ts';
import { useQuery } from '@tanstack/react-query';
import { CompanyName, everyCompany } from '../parts/company-name.tsx';
import { DocumentMark, markOf, stateWords } from '../document/state-mark.tsx';
import { hashOf } from '../frame/place.ts';
import { useEngine } from '../link/engine.ts';
import { Age } from '../parts/age.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { ArrowUp, Check, CircleAlert, CircleX, Hourglass, Inbox, Pause, Unplug, X } from 'lucide-react';
import { type Status, statusOf, type StatusTone, underStatus } from '#shared/app-api/status/status-of.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { AddFilesButton } from '../upload-from-window/add-files-button.tsx';
import { monthName, monthOf } from '../parts/month-of.ts';

/** Answers three questions at a glance: was everything sent, what was refused and why, what is to be done now. */
export function OverviewPage({ overview, now }: { readonly overview: Overview; readonly now: WallMs }) {
  const needs = needsOf(overview);
  // State of the page and not of the need, which disappears as soon as the connection works.
  const [reconnecting, setReconnecting] = useState<CompanyId | null>(null);
  // State of the page as well: the last document that is ended stays for a while, when there is no list any more.
  const endings = useEndings();
  const lost = overview.companies.find(({ id }) => id === reconnecting);
  return (
    <main className={styles['page']}>
      <OverviewHead overview={overview} />
      <output className="off-screen">{endings.told}</output>
      {needs.length === 0 && endings.ended.length === 0 ? (
        <QuietState overview={overview} />
      ) : (
        <NeedsList needs={needs} overview={overview} endings={endings} onReconnect={setReconnecting} />
      )}
      {overview.companies.length > 0 && <MonthSection overview={overview} now={now} />}
      <WhatIsNew />
      {lost !== undefined && <ReconnectDialog company={lost} onClose={() => setReconnecting(null)} />}
    </main>
  );
}

/** Just a glance back; the whole list has its own page. */
const LATEST = 5;

/** Says explicitly that nothing needs the user, and shows the latest documents. */
function QuietState({ overview }: { readonly overview: Overview }) {
  const i18n = useI18n();
  const { t } = i18n;
  const { queries } = useEngine();
  const list = useQuery(queries.items.list.queryOptions({ input: { limit: LATEST } }));
  const items = list.data?.items ?? [];
  const companies = everyCompany(overview);
  return (
    <>
      <section className={styles['quiet']}>
        <p className={styles['nothing']}>{t('needs.none')}</p>
        <p>{t('needs.none.text')}</p>
      </section>
      {items.length > 0 && (
        <section className={styles['section']} aria-label={t('needs.latest')}>
          <h2 className={styles['title']}>{t('needs.latest')}</h2>
          <ul className={styles['card']}>
            {items.map((item) => {
              const company = companies.length > 1 ? companies.find(({ id }) => id === item.companyId) : undefined;
              return (
                <li key={item.id} className={styles['latest']}>
                  <DocumentMark kind={markOf(item, overview.now)} name={item.name} />
                  <a href={hashOf({ kind: 'documents', itemId: item.id })} className={styles['name']}>
                    <bdi>{item.name}</bdi>
                  </a>
                  <span className={styles['facts']}>
                    {company !== undefined && <CompanyName company={company} />}
                    <span>{stateWords(item, i18n)}</span>
                    <Age at={shownSince(item)} now={overview.now} />
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

const ICONS = {
  good: Check,
  'under-way': ArrowUp,
  'to-do': CircleAlert,
  stopped: CircleX,
  'in-doubt': Unplug,
  paused: Pause,
  nothing: Inbox,
} as const;

/** A hundred uploads change the sentence a hundred times; it is announced once it has been stable for this long. */
const SPOKEN_AFTER_MS = 4_000;

/** Where sending has stopped, that it worked before is no comfort. */
const MAY_TELL_LAST: ReadonlySet<StatusTone> = new Set(['to-do', 'good']);

/** The first thing a user sees: one short sentence, with a quiet line where it helps. */
function OverviewHead({ overview }: { readonly overview: Overview }) {
  const i18n = useI18n();
  const { t } = i18n;
  const status = statusOf(overview);
  const Icon = ICONS[status.tone];
  const told = ({ key, values }: Status) => t(key, values);
  const lines = underStatus(overview).map((one) => `${told(one)}.`);
  const below = lines.join(' ');
  const shown = [...lines, ...(MAY_TELL_LAST.has(status.tone) ? lastSent(overview, i18n) : [])].join(' ');
  const spoken = useResolved(below === '' ? told(status) : `${told(status)}. ${below}`, SPOKEN_AFTER_MS);
  return (
    <header className={styles['head']}>
      <span className={classNames(styles['sign'], styles[status.tone])}>
        <Icon size={24} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={styles['words']}>
        <h1 className={styles['sentence']}>{told(status)}</h1>
        <output className="off-screen">{spoken}</output>
        {shown !== '' && <p className={styles['below']}>{shown}</p>}
        <MonthChips now={overview.now} />
      </div>
      <div className={styles['actions']}>
        <AddFilesButton overview={overview} />
      </div>
    </header>
  );
}

/** It changes by itself, so it is not spoken. */
function lastSent({ lastReceivedAt, now }: Overview, { t, age }: I18n): readonly string[] {
  return lastReceivedAt === undefined ? [] : [`${t('status.last-sent', { age: age(lastReceivedAt, now) ?? t('common.now') })}.`];
}

/** The text once it has been stable for `ms`; empty for the first text, which is read together with the page. */
function useResolved(text: string, ms: number): string {
  const [first] = useState(text);
  const [resolved, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return resolved === first ? '' : resolved;
}

const CHIPS = [
  { what: 'accepted', Icon: Check },
  { what: 'refused', Icon: X },
  { what: 'open', Icon: Hourglass },
] as const;

/** This month's documents of all companies; nothing before there is one. */
function MonthChips({ now }: { readonly now: WallMs }) {
  const { t, language } = useI18n();
  const month = monthOf(now, 0);
  const months = useMonths(month);
  const shown = CHIPS.map((chip) => ({ ...chip, count: months.reduce((sum, one) => sum + one[chip.what], 0) })).filter(
    ({ count }) => count > 0,
  );
  if (shown.length === 0) return null;
  return (
    <div className={styles['chips']}>
      <span className={styles['month']}>{monthName(month, now, language)}</span>
      <ul className={styles['list']}>
        {shown.map(({ what, Icon, count }) => (
          <li key={what} className={classNames(styles['chip'], styles[what])}>
            <Icon size={14} strokeWidth={2.25} aria-hidden />
            {t(`months.${what}`, { count })}
          </li>
        ))}
      </ul>
    </div>
  );
}
