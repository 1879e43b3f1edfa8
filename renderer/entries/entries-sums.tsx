import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './entries-preview.module.css';
import { type EntryBook, NO_CLASS } from './entry-book.ts';
import { COSTS, type Chosen, isSwapped, type Selected, type Sums } from './entry-choice.ts';
import { useDays } from './entry-words.tsx';

export type JournalsProps = {
  readonly head: EntriesPreviewHead;
  readonly book: EntryBook;
  readonly selected: Selected;
  readonly chosen: Chosen;
  /** Whether somebody is to agree to the lines now; else they are only looked at. */
  readonly isAsked: boolean;
  readonly onJournals: (without: ReadonlySet<string>) => void;
};

/** The journals of the file, each with a tick: what is not ticked is not sent. */
export function Journals({ head, book, selected, chosen, isAsked, onJournals }: JournalsProps) {
  const { t } = useI18n();
  const id = useId();
  const hasOpening = head.journals.some(({ opening }) => opening);
  const isUnticked = head.journals.some(({ journal, opening }) => opening && head.choice.withoutJournals.includes(journal));
  const change = (journal: string, isSent: boolean) => {
    const without = new Set(chosen.withoutJournals);
    if (isSent) without.delete(journal);
    else without.add(journal);
    onJournals(without);
  };
  return (
    <Part title={t('entries-preview.journals')}>
      {isAsked && hasOpening && (
        <Note tone="calm" title={t('entries-preview.opening')}>
          {t(isUnticked ? 'entries-preview.opening.text' : 'entries-preview.opening.ticked')}
        </Note>
      )}
      <SumTable name={t('entries-preview.column.journal')} label={t('entries-preview.journals')}>
        {head.journals.map(({ journal, lines, opening }, at) => (
          <SumRow
            key={journal}
            name={
              <>
                {isAsked && (
                  <input
                    type="checkbox"
                    id={`${id}-${at}`}
                    aria-label={t('entries-preview.journals.send', { journal })}
                    checked={!chosen.withoutJournals.has(journal)}
                    onChange={({ target }) => change(journal, target.checked)}
                  />
                )}
                <label htmlFor={isAsked ? `${id}-${at}` : undefined}>
                  <bdi>{journal}</bdi>
                </label>
              </>
            }
            text={[t('entries-preview.lines', { count: lines }), ...(opening ? [t('entries-preview.opening.word')] : [])]}
            sums={selected.totals.journals.get(book.journals.placeOf(journal)) ?? NOTHING}
          />
        ))}
      </SumTable>
    </Part>
  );
}

const NOTHING: Sums = { lines: 0, debit: 0n, credit: 0n };

/** The side on which a class of accounts ends shows whether sides were swapped. */
export function Classes({ selected: { totals } }: Pick<JournalsProps, 'selected'>) {
  const { t } = useI18n();
  return (
    <Part title={t('entries-preview.classes')}>
      <SumTable name={t('entries-preview.class')} label={t('entries-preview.classes')}>
        {[...totals.classes].map(([accountClass, sums]) => {
          const isOdd = isSwapped(accountClass, sums);
          return (
            <SumRow
              key={accountClass}
              isOdd={isOdd}
              name={
                accountClass === NO_CLASS ? t('entries-preview.class.none') : t('entries-preview.class.number', { number: accountClass })
              }
              text={isOdd ? [t(accountClass === COSTS ? 'entries-preview.class.in-credit' : 'entries-preview.class.in-debit')] : []}
              sums={sums}
            />
          );
        })}
      </SumTable>
    </Part>
  );
}

export function Months({ book, selected: { totals } }: Pick<JournalsProps, 'book' | 'selected'>) {
  const { t } = useI18n();
  const { month: named } = useDays();
  const months = [...totals.months].map(([at, sums]) => ({ month: book.months.all[at] ?? '', sums }));
  return (
    <Part title={t('entries-preview.months')}>
      <SumTable name={t('entries-preview.month')} label={t('entries-preview.months')}>
        {months
          .toSorted((a, b) => (a.month < b.month ? -1 : 1))
          .map(({ month, sums }) => (
            <SumRow key={month} name={named(month)} text={[]} sums={sums} />
          ))}
      </SumTable>
    </Part>
  );
}

type SumTableProps = { readonly name: string; readonly label: string; readonly children: ReactNode };

function SumTable({ name, label, children }: SumTableProps) {
  const { t } = useI18n();
  return (
    <table className={styles['sums']} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{t('entries-preview.column.debit')}</th>
          <th scope="col">{t('entries-preview.column.credit')}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

type SumRowProps = { readonly name: ReactNode; readonly text: readonly string[]; readonly sums: Sums; readonly isOdd?: boolean };

function SumRow({ name, text, sums: { debit, credit }, isOdd = false }: SumRowProps) {
  const { amount } = useI18n();
  return (
    <tr className={classNames(isOdd && styles['odd'])}>
      <th scope="row">
        <span className={styles['named']}>{name}</span>
        {text.length > 0 && (
          <span className={styles['beside']}>
            {isOdd && <CircleAlert size={14} aria-hidden />}
            {text.join(' · ')}
          </span>
        )}
      </th>
      <td>{amount(debit)}</td>
      <td>{amount(credit)}</td>
    </tr>
  );
}

export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['part']} aria-label={title}>
      <h3 className={styles['heading']}>{title}</h3>
      {children}
    </section>
  );
}
