/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a table lays out all of its rows; here only those in sight exist. */
import { CircleAlert, CircleX, CircleMinus } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { EntryAxis, EntryLine } from '#shared/entries/entry-lines.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './entries-table.module.css';
import type { EntryBook, MaybeColumn, ShownLine } from './entry-book.ts';
import type { Selected, WhyOut } from './entry-choice.ts';
import type { EntryRows, Remark } from './entry-rows.ts';
import { type Days, remarkWords, useDays } from './entry-words.tsx';

/** The columns that every file has, those that it may have, and what of it has no place in the service, by the file's own name. */
type Kind = 'at' | 'state' | 'date' | 'journal' | 'account' | 'debit' | 'credit' | MaybeColumn | 'unsent';

export type EntryColumn = {
  readonly key: string;
  readonly kind: Kind;
  readonly look: 'number' | 'amount' | 'date' | 'code' | 'short' | 'text' | 'wide' | 'state';
  /** Its name in the file, which is foreign text. */
  readonly foreign?: string;
  readonly isUnsent: boolean;
};

/** A file has up to two hundred columns; of those that are not sent, the first are enough to know it by. */
const UNSENT_SHOWN = 24;

/** The columns of this file's table. The amounts stand beside the account, where a small window shows them without scrolling to the side. */
export function columnsOf(book: EntryBook): readonly EntryColumn[] {
  const sent = (kind: Kind, look: EntryColumn['look']): EntryColumn => ({ key: kind, kind, look, isUnsent: false });
  const maybe = (kind: MaybeColumn, look: EntryColumn['look'], isUnsent = false): readonly EntryColumn[] =>
    book.columns.has(kind) ? [{ key: kind, kind, look, isUnsent }] : [];
  return [
    sent('at', 'number'),
    sent('date', 'date'),
    sent('journal', 'code'),
    sent('account', 'short'),
    sent('debit', 'amount'),
    sent('credit', 'amount'),
    sent('state', 'state'),
    ...maybe('label', 'wide'),
    ...maybe('thirdParty', 'text'),
    ...maybe('reference', 'text'),
    ...maybe('dueDate', 'date'),
    ...maybe('documentReference', 'text'),
    ...maybe('journalLabel', 'text'),
    ...maybe('axes', 'wide'),
    ...maybe('entry', 'short', true),
    ...maybe('accountLabel', 'text', true),
    ...book.unsent.all
      .slice(0, UNSENT_SHOWN)
      .map((name): EntryColumn => ({ key: `unsent ${name}`, kind: 'unsent', look: 'text', foreign: name, isUnsent: true })),
  ];
}

const WIDTHS = { number: 3.5, state: 13, date: 6, code: 4.375, short: 5.5, text: 10, wide: 16, amount: 6 } as const;
/** Of a figure, and of what stands around it: no figure is ever cut. */
const [FIGURE_WIDTH, AROUND] = [0.54, { number: 2.25, amount: 1.25 }] as const;
/** Its heading says that it is not sent. */
const UNSENT_WIDTH = 11;

/** In rem. `longest`: the characters of the longest line number and amount. */
export function widthOf({ look, isUnsent }: EntryColumn, longest: Readonly<Record<'number' | 'amount', number>>): number {
  if (look === 'number' || look === 'amount') return Math.max(WIDTHS[look], longest[look] * FIGURE_WIDTH + AROUND[look]);
  return isUnsent ? UNSENT_WIDTH : WIDTHS[look];
}

type Props = {
  /** Where it is among the rows shown, and which one of the table it is. */
  readonly place: number;
  readonly row: number;
  readonly rows: EntryRows;
  readonly book: EntryBook;
  readonly selected: Selected;
  readonly columns: readonly EntryColumn[];
  readonly top: number;
  readonly height: number;
  readonly isActive: boolean;
  readonly isWanted: boolean;
  readonly onFocus: (place: number) => void;
};

export const TableRow = memo(function TableRow(props: Props) {
  const { place, row, rows, book, selected, columns, top, height, isActive, isWanted, onFocus } = props;
  const of = rows.at(row);
  const remarks = rows.remarksOf(row);
  const why = of.kind === 'line' ? selected.why(of.index) : null;
  return (
    <div
      role="row"
      aria-rowindex={place + 2}
      tabIndex={isActive ? 0 : -1}
      data-place={place}
      data-out={why ?? undefined}
      data-wanted={isWanted || undefined}
      className={styles['row']}
      style={{ insetBlockStart: top, height }}
      onFocus={() => onFocus(place)}
    >
      {of.kind === 'line' ? (
        <Cells shown={book.line(of.index)} columns={columns} why={why} remarks={remarks} />
      ) : (
        <Unread at={of.at} remarks={remarks} columns={columns.length} />
      )}
    </div>
  );
});

type CellsProps = {
  readonly shown: ShownLine;
  readonly columns: readonly EntryColumn[];
  readonly why: WhyOut | null;
  readonly remarks: readonly Remark[];
};

function Cells({ shown, columns, why, remarks }: CellsProps) {
  const i18n = useI18n();
  const days = useDays();
  return columns.map((column) => {
    if (column.kind === 'state') return <StateCell key={column.key} why={why} remarks={remarks} />;
    if (column.kind === 'at')
      return <NumberCell key={column.key} at={shown.extra.at} tone={remarks[0]?.tone ?? (why === null ? null : 'out')} />;
    const text = textOf(column, shown, i18n, days);
    return (
      <div
        key={column.key}
        role="gridcell"
        className={styles[column.look]}
        data-unsent={column.isUnsent || undefined}
        dir="auto"
        title={column.look === 'number' || column.look === 'amount' ? undefined : text}
      >
        {text}
      </div>
    );
  });
}

const ICONS = { error: CircleX, warning: CircleAlert, out: CircleMinus } as const;

/** With a mark for what the column of remarks says in words, which may be out of sight. */
function NumberCell({ at, tone }: { readonly at: number; readonly tone: keyof typeof ICONS | null }) {
  const { number } = useI18n();
  const Icon = tone === null ? null : ICONS[tone];
  return (
    <div role="gridcell" className={styles['number']}>
      {Icon !== null && tone !== null && (
        <span className={styles[tone]}>
          <Icon size={13} aria-hidden />
        </span>
      )}
      {number(at)}
    </div>
  );
}

/** Why the line is left out, and the first thing to be said of it; the list of remarks has all. */
function StateCell({ why, remarks }: { readonly why: WhyOut | null; readonly remarks: readonly Remark[] }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [first] = remarks;
  const out = why === null ? null : t(`entries-preview.out.${why}`);
  const said = first === undefined ? null : remarkWords(first, i18n).sentence;
  const Icon = ICONS[first?.tone ?? 'warning'];
  return (
    <div role="gridcell" className={styles['state']} title={[out, said].filter((words) => words !== null).join(' · ') || undefined}>
      {out !== null && (
        <span className={styles['out']}>
          <CircleMinus size={14} aria-hidden />
          {out}
        </span>
      )}
      {first !== undefined && (
        <span className={styles[first.tone]}>
          <Icon size={14} aria-hidden />
          <span className={styles['words']}>
            {t(`entries-preview.${first.tone}.said`)} <bdi>{said}</bdi>
          </span>
        </span>
      )}
    </div>
  );
}

/** A physical line of the file that no line of an entry could be read from. */
function Unread({
  at,
  remarks,
  columns,
}: {
  readonly at: number;
  readonly remarks: readonly Remark[];
  readonly columns: number;
}): ReactNode {
  return (
    <>
      <NumberCell at={at} tone={remarks[0]?.tone ?? 'error'} />
      <UnreadState remarks={remarks} columns={columns - 1} />
    </>
  );
}

function UnreadState({ remarks, columns }: { readonly remarks: readonly Remark[]; readonly columns: number }) {
  const i18n = useI18n();
  const tone = remarks[0]?.tone ?? 'error';
  const Icon = ICONS[tone];
  return (
    <div role="gridcell" aria-colspan={columns} className={styles['unread']}>
      <span className={styles[tone]}>
        <Icon size={14} aria-hidden />
        <span className={styles['words']}>
          {i18n.t(`entries-preview.${tone}.said`)} <bdi>{remarks.map((remark) => remarkWords(remark, i18n).sentence).join(' ')}</bdi>
        </span>
      </span>
    </div>
  );
}

function textOf({ kind, foreign = '' }: EntryColumn, { line, extra }: ShownLine, i18n: I18n, { day }: Days): string {
  switch (kind) {
    case 'date':
      return day(line.date);
    case 'dueDate':
      return day(line.dueDate ?? '');
    case 'thirdParty':
      return thirdPartyText(line);
    case 'debit':
    case 'credit':
      // The empty side of a line is 0 (C46).
      return line[kind].cents === 0 ? '' : i18n.amount(line[kind].cents);
    case 'axes':
      return (line.analyticalAxes ?? []).map((axis) => axisText(axis, i18n)).join(' · ');
    case 'entry':
    case 'accountLabel':
      return extra[kind] ?? '';
    case 'unsent':
      return extra.unsent?.[foreign] ?? '';
    case 'at':
    case 'state':
      return '';
    case 'account':
    case 'journal':
    case 'journalLabel':
    case 'label':
    case 'reference':
    case 'documentReference':
      return line[kind] ?? '';
    default:
      return unreachable(kind);
  }
}

function named(code: string, label: string | undefined): string {
  return label === undefined ? code : `${code} · ${label}`;
}

function thirdPartyText({ thirdParty, thirdPartyLabel, thirdPartySiren }: EntryLine): string {
  return [thirdParty, thirdPartyLabel, thirdPartySiren].filter((text) => text !== undefined).join(' · ');
}

/** "ANALYTIQUE (Fournil 12.00, Boutique 30.00)". */
function axisText({ axisCode, axisLabel, sections }: EntryAxis, { amount }: I18n): string {
  const parts = sections.map(
    ({ section, sectionLabel, debit, credit }) => `${named(section, sectionLabel)} ${amount(debit.cents + credit.cents)}`,
  );
  return `${named(axisCode, axisLabel)} (${parts.join(', ')})`;
}
