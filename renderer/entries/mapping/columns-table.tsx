import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { type Meaning, MEANINGS, meaningsOf } from './choices.ts';
import { Part } from './fields.tsx';
import styles from './mapping.module.css';
import { columnName, type Editing } from './use-editing.ts';

/** The first rows as the file has them, with what each column is above it. The choices of all columns are one stop of the tab key. */
export function ColumnsTable({ editing }: { readonly editing: Editing }) {
  const { t, number } = useI18n();
  const { sample, headings } = editing;
  const [at, setAt] = useState(0);
  const row = useRef<HTMLTableRowElement>(null);
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.min(Math.max(at + step, 0), headings.length - 1);
    setAt(next);
    row.current?.querySelectorAll('select')[next]?.focus();
  };
  return (
    <Part title={t('mapping.table')} hint={t('mapping.table.hint', { shown: number(sample.rows.length), all: number(sample.rowCount) })}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the arrow keys scroll it */}
      <section className={styles['scroll']} aria-label={t('mapping.table')} tabIndex={0}>
        <table className={styles['table']}>
          <thead>
            <tr ref={row}>
              <th scope="col">{t('mapping.table.line')}</th>
              {headings.map((_, index) => (
                // Columns are told by their place alone, and never change it.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={index} scope="col">
                  <ColumnMeaning editing={editing} column={index + 1} isTabStop={index === at} onFocus={() => setAt(index)} onKey={onKey} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.rows.map((one) => (
              <Row key={one.line} row={one} editing={editing} />
            ))}
          </tbody>
        </table>
      </section>
    </Part>
  );
}

type MeaningProps = {
  readonly editing: Editing;
  readonly column: number;
  readonly isTabStop: boolean;
  readonly onFocus: () => void;
  readonly onKey: (event: KeyboardEvent) => void;
};

function ColumnMeaning({ editing, column, isTabStop, onFocus, onKey }: MeaningProps) {
  const { t, list } = useI18n();
  const meaning = editing.choices.meanings[column - 1] ?? null;
  const name = columnName(editing, column);
  const isKept = (editing.start.choices.meanings[column - 1] ?? null) === meaning;
  const ruled = editing.choices.rules.filter((rule) => rule.column === column).map(({ member }) => member);
  const kept = isKept ? meaningsOf(editing.start.base, column) : [];
  // Of a column from which several members are taken whole, the first one is chosen above.
  const also = kept.filter((one) => one !== meaning && !editing.start.choices.rules.some(({ member }) => member === one));
  const isUnsure = editing.unsure.has(column);
  const values = { column: String(column), name };
  const means = name === '' ? t('mapping.column.means.plain', values) : t('mapping.column.means', values);
  return (
    <div className={styles['meaning']}>
      <select
        aria-label={isUnsure ? `${means}, ${t('mapping.column.unsure')}` : means}
        tabIndex={isTabStop ? 0 : -1}
        value={meaning ?? ''}
        onFocus={onFocus}
        onKeyDown={onKey}
        onChange={({ target }) => editing.give(column, MEANINGS.find((one) => one === target.value) ?? null)}
      >
        <option value="">{t('mapping.meaning.none')}</option>
        {MEANINGS.map((one: Meaning) => (
          <option key={one} value={one}>
            {t(`mapping.meaning.${one}`)}
          </option>
        ))}
      </select>
      {isUnsure && (
        <span className={styles['unsure']}>
          <CircleAlert size={13} aria-hidden />
          {t('mapping.column.unsure')}
        </span>
      )}
      {ruled.length > 0 && (
        <span className={styles['also']}>
          {t('mapping.column.ruled', { meanings: list([...new Set(ruled)].map((one) => t(`mapping.meaning.${one}`))) })}
        </span>
      )}
      {also.length > 0 && (
        <span className={styles['also']}>
          {t('mapping.column.also', { meanings: list(also.map((one) => t(`mapping.meaning.${one}`))) })}
        </span>
      )}
    </div>
  );
}

type RowProps = { readonly row: Editing['sample']['rows'][number]; readonly editing: Editing };

function Row({ row: { line, cells }, editing: { choices, headings } }: RowProps) {
  const { t, number } = useI18n();
  const isUnsent = (column: number): boolean =>
    choices.meanings[column - 1] == null && !choices.rules.some((rule) => rule.column === column);
  const kind = line === choices.headingRow ? 'heading' : line < choices.firstRow ? 'unread' : null;
  return (
    <tr className={classNames(kind !== null && styles[kind])}>
      <th scope="row">
        {number(line)}
        {kind !== null && <span className={styles['kind']}>{t(`mapping.table.${kind}`)}</span>}
      </th>
      {headings.map((_, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- as in the row above
        <td key={index} className={classNames(isUnsent(index + 1) && styles['unsent'])}>
          <bdi>{cells[index]}</bdi>
        </td>
      ))}
    </tr>
  );
}
