import { ChevronLeft, ChevronRight, ExternalLink, Rows3 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import styles from './entries.module.css';
import look from '../console.module.css';
import panelStyles from '../panel.module.css';
import { type Document, type EntryLine, type Totals, totalsOf } from '../control/answers.ts';
import { useEntryLines, useReceivedText } from '../control/use-control.ts';
import { ActionFault } from '../parts/list-with-panel.tsx';
import { useI18n } from '../i18n.tsx';
import buttonStyles from '#shared/ui/button.module.css';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { DialogBox } from '#shared/ui/parts/dialog-box.tsx';

type Props = { readonly document: Document; readonly name: string };

/** How many lines of entries came with a document, and in a dialog the lines themselves and the text as it was received. */
export function Entries({ document, name }: Props) {
  const { t } = useI18n();
  const [isOpen, setOpen] = useState(false);
  if (!document.entriesKept) return <p className={look['quiet']}>{t('console.entries.gone')}</p>;
  return (
    <div className={styles['words']}>
      <p>{t('console.document.entries', { count: document.entryLines ?? 0 })}</p>
      <Button size="small" onPress={() => setOpen(true)}>
        <Rows3 size={16} aria-hidden />
        {t('console.entries.show')}
      </Button>
      {isOpen && (
        <DialogBox isForTable title={t('console.entries.title', { name })} close={t('console.close')} onClose={() => setOpen(false)}>
          <View document={document} />
        </DialogBox>
      )}
    </div>
  );
}

const VIEWS = ['lines', 'text', 'metadata'] as const;

function View({ document: { documentId, importType } }: { readonly document: Document }) {
  const { t } = useI18n();
  const [view, setView] = useState<(typeof VIEWS)[number]>('lines');
  // An invoice has none by the contract.
  const options = VIEWS.filter((one) => one !== 'metadata' || importType === 'entries');
  return (
    <div className={styles['view']}>
      <Choice
        label={t('console.entries.view')}
        labelled="heard"
        options={options.map((value) => ({ value, label: t(`console.entries.${value}`) }))}
        value={view}
        onChange={setView}
      />
      {view === 'lines' && <Lines documentId={documentId} />}
      {view === 'text' && <Text documentId={documentId} member="entries" label={t('console.entries.text')} />}
      {view === 'metadata' && <Text documentId={documentId} member="metadata" label={t('console.entries.metadata')} />}
    </div>
  );
}

function Lines({ documentId }: { readonly documentId: string }) {
  const { t } = useI18n();
  const { data: lines, error } = useEntryLines(documentId);
  if (error !== null) return <ActionFault error={error} />;
  if (lines === undefined) return <p className={look['quiet']}>{t('console.entries.reading')}</p>;
  return lines === null ? <p className={look['quiet']}>{t('console.entries.gone')}</p> : <LinesTable lines={lines} />;
}

const WORDS = ['date', 'journal', 'account', 'label', 'reference'] as const;
const SIDES = ['debit', 'credit'] as const;

function LinesTable({ lines }: { readonly lines: readonly EntryLine[] }) {
  const { t } = useI18n();
  const amount = useAmount();
  const totals = useMemo(() => totalsOf(lines), [lines]);
  const { rowPx, from, to, onScroll } = useWindow(lines.length);
  return (
    <>
      <Balance totals={totals} />
      <Room label={t('console.entries.lines')} onScroll={onScroll}>
        <table className={styles['table']} aria-rowcount={lines.length + 2}>
          <Heads />
          <tbody>
            <Gap height={from * rowPx} />
            {lines.slice(from, to).map((line, at) => (
              <LineRow key={from + at} line={line} number={from + at + 1} amount={amount} />
            ))}
            <Gap height={(lines.length - to) * rowPx} />
          </tbody>
          <tfoot>
            <tr aria-rowindex={lines.length + 2}>
              <th scope="row" colSpan={1 + WORDS.length}>
                {t('console.entries.total')}
              </th>
              {SIDES.map((side) => (
                <td key={side} className={styles['amount']}>
                  {totals === null ? '–' : amount(totals[side])}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </Room>
    </>
  );
}

function Balance({ totals }: { readonly totals: Totals | null }) {
  const { t } = useI18n();
  const amount = useAmount();
  if (totals === null) return <p>{t('console.entries.not-added')}</p>;
  const { difference } = totals;
  return <p>{difference === null ? t('console.entries.equal') : t('console.entries.differ', { amount: amount(difference) })}</p>;
}

function Heads() {
  const { t } = useI18n();
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={styles['number']}>
          {t('console.entries.line')}
        </th>
        {WORDS.map((word) => (
          <th key={word} scope="col" className={styles[word]}>
            {t(`console.entries.${word}`)}
          </th>
        ))}
        {SIDES.map((side) => (
          <th key={side} scope="col" className={styles['amount']}>
            {t(`console.entries.${side}`)}
          </th>
        ))}
      </tr>
    </thead>
  );
}

type RowProps = { readonly line: EntryLine; readonly number: number; readonly amount: (written: string) => string };

function LineRow({ line, number, amount }: RowProps) {
  return (
    <tr aria-rowindex={number + 1}>
      <td className={styles['number']}>{number}</td>
      {WORDS.map((word) => (
        <td key={word} dir="auto" title={line[word]}>
          {line[word]}
        </td>
      ))}
      {SIDES.map((side) => (
        <td key={side} className={classNames(styles['amount'], Number(line[side]) === 0 && styles['nothing'])}>
          {amount(line[side])}
        </td>
      ))}
    </tr>
  );
}

type RoomProps = {
  readonly label: string;
  readonly onScroll?: (event: { readonly currentTarget: HTMLElement }) => void;
  readonly children: ReactNode;
};

function Room({ label, onScroll, children }: RoomProps) {
  return (
    // The arrow keys scroll it once it has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles['room']} aria-label={label} tabIndex={0} onScroll={onScroll}>
      {children}
    </section>
  );
}

/** In place of the rows that are out of sight. */
function Gap({ height }: { readonly height: number }) {
  return height <= 0 ? null : <tr aria-hidden style={{ height }} />;
}

/** The height of a row, and the most that is in sight, as in the style sheet. */
const ROW_REM = 2;
const ROOM_REM = 40;
/** Rows beyond each edge of what is in sight. */
const MORE = 8;

/** Which of the rows exist: those in sight and a few more, since a browser needs seconds for ten thousand rows. */
function useWindow(count: number) {
  const [rowPx] = useState(() => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize));
  const [first, setFirst] = useState(0);
  const onScroll = ({ currentTarget }: { readonly currentTarget: HTMLElement }) => setFirst(Math.floor(currentTarget.scrollTop / rowPx));
  return { rowPx, from: Math.max(0, first - MORE), to: Math.min(count, first + ROOM_REM / ROW_REM + MORE), onScroll };
}

type TextProps = { readonly documentId: string; readonly member: 'entries' | 'metadata'; readonly label: string };

/** Characters of one part: 5 MB in one element would keep a browser busy for seconds. */
const PART_CHARACTERS = 50_000;

function Text({ documentId, member, label }: TextProps) {
  const { t } = useI18n();
  const { data: text, error } = useReceivedText(documentId, member);
  const [part, setPart] = useState(0);
  if (error !== null) return <ActionFault error={error} />;
  if (text === undefined) return <p className={look['quiet']}>{t('console.entries.reading')}</p>;
  if (text === null)
    return <p className={look['quiet']}>{t(member === 'entries' ? 'console.entries.gone' : 'console.entries.metadata.none')}</p>;
  const parts = Math.max(1, Math.ceil(text.length / PART_CHARACTERS));
  return (
    <>
      <div className={styles['bar']}>
        <a
          href={`../control/documents/${documentId}/${member}`}
          target="_blank"
          rel="noopener noreferrer"
          className={classNames(buttonStyles['button'], buttonStyles['plain'], buttonStyles['small'], panelStyles['link'])}
        >
          <ExternalLink size={16} aria-hidden />
          {t('console.entries.open')}
        </a>
        {parts > 1 && <Parts part={part} parts={parts} onPart={setPart} />}
      </div>
      <Room key={part} label={label}>
        <pre className={styles['text']} dir="ltr">
          <code>{text.slice(edge(text, part), edge(text, part + 1))}</code>
        </pre>
      </Room>
    </>
  );
}

/** Where a part begins, never between the halves of a character. */
function edge(text: string, part: number): number {
  const at = part * PART_CHARACTERS;
  const isInside = /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1));
  return isInside ? at + 1 : at;
}

type PartsProps = { readonly part: number; readonly parts: number; readonly onPart: (part: number) => void };

function Parts({ part, parts, onPart }: PartsProps) {
  const { t, number } = useI18n();
  return (
    <div className={styles['parts']}>
      <Button look="icon" size="small" aria-label={t('console.entries.previous')} isDisabled={part === 0} onPress={() => onPart(part - 1)}>
        <ChevronLeft size={16} aria-hidden />
      </Button>
      <p aria-live="polite">{t('console.entries.part', { part: number(part + 1), parts: number(parts) })}</p>
      <Button
        look="icon"
        size="small"
        aria-label={t('console.entries.next')}
        isDisabled={part + 1 >= parts}
        onPress={() => onPart(part + 1)}
      >
        <ChevronRight size={16} aria-hidden />
      </Button>
    </div>
  );
}

/** Writes an amount as people read it, with all its decimals and at least two. */
function useAmount(): (written: string) => string {
  const { locale } = useI18n();
  return useMemo(() => {
    const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 });
    return (written) => format.format(written as Intl.StringNumericLiteral);
  }, [locale]);
}
