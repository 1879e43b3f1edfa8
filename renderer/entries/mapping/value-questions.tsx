import { type DatePattern, readDate } from '#shared/entries/values.ts';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { cellsIn, type Editing } from './use-editing.ts';

type Props = { readonly editing: Editing };

/** Day and month could stand in either order: a date of the file, as each of them reads it. */
export function DatesQuestion({ editing }: Props) {
  const i18n = useI18n();
  const { choices, change, answer, unanswered, start, sample } = editing;
  const column = choices.meanings.indexOf('date') + 1;
  const readings = (cell: string) => start.guess.dates.map((pattern) => dayWords(cell, pattern, i18n));
  const cells = cellsIn(sample, column, choices.firstRow);
  const telling = cells.find((cell) => new Set(readings(cell)).size > 1) ?? cells[0] ?? '';
  const value = unanswered.includes('dates') ? null : choices.dates;
  return (
    <Choice
      label={i18n.t('mapping.question.dates', { value: telling })}
      asList
      options={start.guess.dates.map((pattern) => ({ value: pattern, label: dayWords(telling, pattern, i18n) }))}
      value={value}
      onChange={(dates) => {
        change({ dates });
        answer('dates');
      }}
    />
  );
}

function dayWords(cell: string, pattern: DatePattern, { language }: I18n): string {
  const day = readDate(cell, pattern);
  return typeof day === 'string' ? dayInWords(day, language) : pattern;
}

/** "3 March 2026", of `2026-03-03`. */
export function dayInWords(day: string, language: string): string {
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

export function DecimalQuestion({ editing }: Props) {
  const { t } = useI18n();
  return <DecimalChoice editing={editing} label={t('mapping.question.decimal')} isAsked />;
}

type DecimalProps = Props & { readonly label: string; readonly isAsked?: boolean };

export function DecimalChoice({ editing, label, isAsked = false }: DecimalProps) {
  const { t } = useI18n();
  return (
    <Choice
      label={label}
      options={[
        { value: ',', label: t('mapping.reads.decimal.comma') },
        { value: '.', label: t('mapping.reads.decimal.dot') },
      ]}
      value={isAsked && editing.unanswered.includes('decimal') ? null : editing.choices.decimal}
      onChange={(decimal) => {
        editing.change({ decimal });
        editing.answer('decimal');
      }}
    />
  );
}

export function NegativeChoice({ editing, isAsked = false }: Props & { readonly isAsked?: boolean }) {
  const { t } = useI18n();
  const options = (['keep', 'move'] as const).map((value) => ({ value, label: t(`mapping.reads.negative.${value}`) }));
  return (
    <Choice
      label={t(isAsked ? 'mapping.question.negative' : 'mapping.reads.negative')}
      asList
      options={options}
      value={isAsked && editing.unanswered.includes('negative') ? null : editing.choices.negative}
      onChange={(negative) => {
        editing.change({ negative });
        editing.answer('negative');
      }}
    />
  );
}

/** Which side an amount above zero is, where one column has both. */
export function PositiveChoice({ editing, onAnswer }: Props & { readonly onAnswer?: () => void }) {
  const { t } = useI18n();
  const options = (['debit', 'credit'] as const).map((value) => ({ value, label: t(`mapping.reads.positive.${value}`) }));
  return (
    <Choice
      label={t('mapping.reads.positive')}
      options={options}
      value={editing.choices.positive}
      onChange={(positive) => {
        editing.change({ positive });
        onAnswer?.();
      }}
    />
  );
}
