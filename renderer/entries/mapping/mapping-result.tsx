import type { MappingTried } from '#shared/app-api/entries.ts';
import type { EntryLine } from '#shared/entries/entry-lines.ts';
import { type I18n, useI18n } from '../../i18n/i18n.tsx';
import { FaultList } from '../file-problem.tsx';
import { lineInWords, sumsInWords } from '../line-in-words.ts';
import { Part } from './fields.tsx';
import styles from './mapping.module.css';
import type { Editing } from './use-editing.ts';
import { dayInWords } from './value-questions.tsx';

/** What the file comes to by what is chosen now: figures, the first lines in words, the first errors. */
export function MappingResult({ editing: { tried } }: { readonly editing: Editing }) {
  const i18n = useI18n();
  const { t } = i18n;
  return (
    <Part title={t('mapping.result')}>
      <output className={styles['figures']}>{tried === null ? t('mapping.result.none') : figuresOf(tried, i18n)}</output>
      {tried !== null && tried.first.length > 0 && (
        <>
          <h4>{t('mapping.result.first')}</h4>
          <ol className={styles['lines']}>
            {tried.first.slice(0, LINES_SHOWN).map((text, at) => (
              // Two lines can be the same in everything, and their order never changes.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={at}>
                <FirstLine text={text} />
              </li>
            ))}
          </ol>
        </>
      )}
      {tried !== null && tried.errors.count > 0 && <Errors errors={tried.errors} />}
    </Part>
  );
}

const LINES_SHOWN = 3;

/** "158 lines, debit 12.00 €, credit 12.00 €, both sides are equal, 2 errors". */
export function figuresOf({ lines, debitCents, creditCents, errors, leftOut }: MappingTried, i18n: I18n): string {
  const { t } = i18n;
  const parts = [
    ...sumsInWords({ count: lines, debit: BigInt(debitCents), credit: BigInt(creditCents) }, i18n),
    ...(errors.count === 0 ? [] : [t('mapping.result.errors', { count: errors.count })]),
    ...(leftOut === 0 ? [] : [t('mapping.result.left-out', { count: leftOut })]),
  ];
  return `${parts.join(' · ')}.`;
}

/** Of the engine's canonical text. */
function FirstLine({ text }: { readonly text: string }) {
  const i18n = useI18n();
  const line = JSON.parse(text) as EntryLine;
  const { date, journal, reference } = line;
  return (
    <>
      {lineInWords(line, i18n).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className={styles['quiet']}>{i18n.t('mapping.result.line', { date: dayInWords(date, i18n.language), journal, reference })}</p>
    </>
  );
}

const ERRORS_SHOWN = 5;

function Errors({ errors: { count, first } }: { readonly errors: MappingTried['errors'] }) {
  const { t } = useI18n();
  const shown = first.slice(0, ERRORS_SHOWN);
  return (
    <>
      <h4>{t('mapping.result.faults')}</h4>
      <FaultList faults={shown} className={styles['lines']} />
      {count > shown.length && <p>{t('entries.more', { count: count - shown.length })}</p>}
    </>
  );
}
