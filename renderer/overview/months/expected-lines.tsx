import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarClock, ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Expected, MissingDocument } from '#shared/app-api/list/expected.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { hashOf } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { DialogBox } from '../../parts/dialog-box.tsx';
import { useEngine } from '../../link/engine.ts';
import { type Month, monthName, monthOf } from '../../parts/month-of.ts';
import { useTell } from '../../parts/notices/use-notices.tsx';
import styles from './expected-lines.module.css';

type Props = {
  readonly companyId: CompanyId;
  readonly month: Month;
  readonly now: WallMs;
  /** The details of the company are unfolded. */
  readonly hasDetails: boolean;
};

/** What is of this month is seldom late before it ends: with the current month, the two before it are shown. */
const WITH_CURRENT = [0, -1, -2];

/** What is not there yet of a company, going by its own history: a line for each month. */
export function ExpectedLines({ companyId, month: shown, now, hasDetails }: Props) {
  const { queries } = useEngine();
  const { data } = useQuery(queries.companies.expected.queryOptions({ input: { waits: false } }));
  const expected = data?.companies.find((one) => one.companyId === companyId);
  if (expected === undefined) return null;
  const months = shown.before > now ? WITH_CURRENT.map((at) => monthOf(now, at)) : [shown];
  const lines = months.map((month) => ({ month, missing: expected.missing.filter((one) => one.month === firstDayOf(month)) }));
  return (
    <>
      {lines.map(({ month, missing }) => missing.length > 0 && <MonthLine key={month.from} missing={missing} month={month} now={now} />)}
      {hasDetails && expected.unexpected.length > 0 && <UnexpectedLine unexpected={expected.unexpected} />}
    </>
  );
}

function firstDayOf({ from }: Month): string {
  const date = new Date(from);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-01`;
}

type LineProps = { readonly missing: readonly MissingDocument[]; readonly month: Month; readonly now: WallMs };

/** One document, or how many there are, which opens into their list. */
function MonthLine({ missing, month, now }: LineProps) {
  const { t, language } = useI18n();
  const [isOpen, setOpen] = useState(false);
  const said = (what: string) => t('months.missing', { month: monthName(month, now, language), what });
  const [only, ...others] = missing;
  if (only === undefined) return null;
  const several = said(t('documents.count', { count: missing.reduce((sum, { count }) => sum + count, 0) }));
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <div className={styles['line']}>
        <CalendarClock size={16} aria-hidden className={styles['sign']} />
        {others.length === 0 ? (
          <One missing={only} now={now} said={said} />
        ) : (
          <Button look="quiet" size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {several}
            <Icon size={16} aria-hidden />
          </Button>
        )}
      </div>
      {isOpen && others.length > 0 && (
        <ul aria-label={several} className={styles['list']}>
          {missing.map((one) => (
            <li key={one.seriesId} className={styles['line']}>
              <One missing={one} now={now} said={(what) => what} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type OneProps = { readonly missing: MissingDocument; readonly now: WallMs; readonly said: (what: string) => string };

/** What is missing, the newest document of the same supplier, which shows who is meant, and the way to hear no more of it. */
function One({ missing: { seriesId, name, count, last }, now, said }: OneProps) {
  const { t, age, number } = useI18n();
  const expect = useExpect(name);
  const words = t('months.last', { age: age(last.at, now) ?? t('common.now') });
  return (
    <>
      <span className={styles['name']}>{said(count === 1 ? name : `${name} (${number(count)})`)}</span>
      <a href={hashOf({ kind: 'documents', itemId: last.itemId })} className={styles['last']} aria-label={`${name} – ${words}`}>
        {words}
      </a>
      <Button
        look="quiet"
        size="small"
        isPending={expect.isPending}
        aria-label={`${t('months.not-expected')} – ${name}`}
        onPress={() => expect.mutate({ seriesId, isExpected: false })}
      >
        {t('months.not-expected')}
      </Button>
    </>
  );
}

/** Of whom a user wants to hear nothing, and the way back. */
function UnexpectedLine({ unexpected }: Pick<Expected, 'unexpected'>) {
  const { t } = useI18n();
  const [isShown, show] = useState(false);
  const expect = useExpect();
  return (
    <div className={styles['line']}>
      <Button look="quiet" size="small" onPress={() => show(true)}>
        {t('months.unexpected')}…
      </Button>
      {isShown && (
        <DialogBox title={t('months.unexpected')} onClose={() => show(false)}>
          <ul className={styles['dialog']}>
            {unexpected.map(({ seriesId, name }) => (
              <li key={seriesId} className={styles['line']}>
                <bdi className={styles['name']}>{name}</bdi>
                <Button
                  size="small"
                  aria-label={`${t('months.expect')} – ${name}`}
                  onPress={() => expect.mutate({ seriesId, isExpected: true })}
                >
                  {t('months.expect')}
                </Button>
              </li>
            ))}
          </ul>
        </DialogBox>
      )}
    </div>
  );
}

/** The entry disappears by that; where it was switched off, a notice says so and takes it back. */
function useExpect(name = '') {
  const { t } = useI18n();
  const { client, queries } = useEngine();
  const tell = useTell();
  return useMutation(
    queries.companies.expect.mutationOptions({
      onSuccess: ({ done }, { seriesId, isExpected }) => {
        const words = `${name} – ${t('months.unexpected')}`;
        if (done && !isExpected) tell({ words, undo: () => client.companies.expect({ seriesId, isExpected: true }) });
      },
    }),
  );
}

/** One script for what the overview loads later: another one would have the scripts of the first page cut into more. */
export { ReconnectDialog } from '../../connect/reconnect-dialog.tsx';
