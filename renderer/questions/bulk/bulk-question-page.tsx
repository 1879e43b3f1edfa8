import type { BulkArrival } from '#shared/app-api/folder-places.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { CompanyName, everyCompany } from '../../parts/company-name.tsx';
import { type BulkArrivalKey, hashOf } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { QuestionGone, QuestionThen, QuestionTop } from '../question-parts.tsx';
import styles from '../questions.module.css';
import { useOpenQuestions } from '../use-open-questions.ts';
import { BulkAnswer } from './bulk-answer.tsx';
import { Folder } from 'lucide-react';
import type { Company } from '#shared/domain/company.ts';
import { lastPart } from '#shared/lib/file-names.ts';
import { shortPath } from '../../folders/paths.ts';
import bulkQuestionStyles from './bulk-question.module.css';
import { useQuery } from '@tanstack/react-query';
import { type WallMs, wallMs } from '#shared/lib/duration.ts';
import { useEngine } from '../../link/engine.ts';

type Props = { readonly overview: Overview; readonly arrival: BulkArrivalKey };

/** What is to become of the documents of one folder that were there before it was added, or came all at once. */
export function BulkQuestionPage({ overview, arrival: of }: Props) {
  const { t } = useI18n();
  const questions = useOpenQuestions(overview, { kind: 'bulk-question', arrival: of });
  const arrival = overview.bulkArrivals?.find((one) => isSame(one, of));
  return (
    <main className={styles['page']}>
      <QuestionTop {...questions} />
      {arrival === undefined ? (
        <QuestionGone {...questions} />
      ) : (
        <>
          <h1 className={styles['title']}>{t('bulk-arrival.what', { count: arrival.count })}</h1>
          <p className={styles['why']}>{t(`bulk-arrival.why.${arrival.why}`, { count: arrival.count })}</p>
          <div className={styles['card']}>
            <AboutArrival arrival={arrival} company={everyCompany(overview).find(({ id }) => id === of.companyId) ?? null} />
            <BulkAnswer arrival={arrival} goOn={questions.goOn} />
          </div>
          <QuestionThen next={questions.next} overview={overview} />
        </>
      )}
    </main>
  );
}

function isSame(one: BulkArrival, { companyId, importType, folderId }: BulkArrivalKey): boolean {
  return one.companyId === companyId && one.importType === importType && one.folderId === folderId;
}

type AboutArrivalProps = { readonly arrival: BulkArrival; readonly company: Company | null };

/** Which documents they are: names, company, folder, type, and when they were written. */
function AboutArrival({ arrival, company }: AboutArrivalProps) {
  const { t } = useI18n();
  const { companyId, importType, folderId, path, count, names } = arrival;
  const key = { companyId, importType, folderId };
  const more = count - names.length;
  return (
    <section className={bulkQuestionStyles['about']} aria-label={path === null ? t('bulk-arrival.no-folder') : lastPart(path)}>
      <div className={bulkQuestionStyles['which']}>
        <p className={bulkQuestionStyles['names']}>
          {names.map((name, at) => (
            // The same name may occur in several sub-folders.
            <span key={`${at} ${name}`}>
              {at > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
          {more > 0 && <> {t('bulk-arrival.more', { count: more })}</>}
        </p>
        <p className={bulkQuestionStyles['facts']}>
          {company !== null && <CompanyName company={company} />}
          <span className={bulkQuestionStyles['folder']}>
            <Folder size={15} aria-hidden />
            {path === null ? t('bulk-arrival.no-folder') : <bdi title={path}>{shortPath(path)}</bdi>}
          </span>
          <span>{t(`import-type.invoice.${importType}`)}</span>
        </p>
      </div>
      <a href={hashOf({ kind: 'documents', itemId: null, show: 'held', arrival: key })}>{t('bulk-arrival.see-all', { count })}</a>
      <MonthBars arrival={arrival} />
    </section>
  );
}

/** How many documents each month has, as bars and in words. */
function MonthBars({ arrival }: { readonly arrival: BulkArrival }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const { companyId, importType, folderId } = arrival;
  const spans = monthsOf(arrival);
  const input = { companyId, importType, folderId, starts: spans.map(({ start }) => start) };
  const counts = useQuery(queries.items.bulkArrival.queryOptions({ input, placeholderData: (before) => before })).data?.perStart;
  if (counts === undefined || spans.length < 2) return null;
  const most = Math.max(1, ...counts);
  return (
    <ol className={bulkQuestionStyles['bars']} aria-label={t('bulk-arrival.months')}>
      {spans.map((span, at) => (
        <Bar key={`${span.isBefore} ${span.month}`} span={span} count={counts[at] ?? 0} most={most} />
      ))}
    </ol>
  );
}

function Bar({ span, count, most }: { readonly span: Span; readonly count: number; readonly most: number }) {
  const { t, number } = useI18n();
  const names = useMonthNames();
  const { isBefore, month } = span;
  return (
    <li className={bulkQuestionStyles['month']}>
      <span aria-hidden className={bulkQuestionStyles['count']}>
        {count > 0 && number(count)}
      </span>
      <span aria-hidden className={bulkQuestionStyles['bar']} style={{ height: `${(count / most) * 3}rem` }} />
      <span aria-hidden className={bulkQuestionStyles['label']}>
        {isBefore ? t('bulk-arrival.before') : names.short(month)}
      </span>
      <span className="off-screen">
        {t(isBefore ? 'bulk-arrival.month-before' : 'bulk-arrival.month', { month: names.long(month), count })}
      </span>
    </li>
  );
}

function useMonthNames(): { readonly short: (at: WallMs) => string; readonly long: (at: WallMs) => string } {
  const { language } = useI18n();
  const [short, long] = [
    new Intl.DateTimeFormat(language, { month: 'short' }),
    new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric' }),
  ];
  return { short: (at) => short.format(at), long: (at) => long.format(at) };
}

/** A span of time that one bar stands for; `before`: everything before `start` is meant, which is the first of the next month shown. */
type Span = { readonly start: WallMs; readonly month: WallMs; readonly isBefore: boolean };

/** With more bars their names would not fit. */
const MONTHS_MAX = 11;

/** The months of the files in the user's time zone, up to that of the newest; older ones are one span, the first. */
export function monthsOf({ oldest, newest }: { readonly oldest: WallMs; readonly newest: WallMs }): readonly Span[] {
  const months: WallMs[] = [];
  const day = firstOf(newest);
  while (months.length < MONTHS_MAX) {
    months.unshift(wallMs(day.getTime()));
    if (day.getTime() <= oldest) break;
    day.setMonth(day.getMonth() - 1);
  }
  const [first = newest] = months;
  const before = oldest < first ? [{ start: oldest, month: first, isBefore: true }] : [];
  return [...before, ...months.map((start) => ({ start, month: start, isBefore: false }))];
}

function firstOf(at: WallMs): Date {
  const day = new Date(at);
  return new Date(day.getFullYear(), day.getMonth(), 1);
}
