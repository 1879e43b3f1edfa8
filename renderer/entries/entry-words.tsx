import { CircleAlert, CircleX } from 'lucide-react';
import { useMemo } from 'react';
import { useLocale } from 'react-aria-components';
import { faultWords } from '#shared/i18n/fault-words.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './entries-preview.module.css';
import type { Remark } from './entry-rows.ts';

/** An icon and a word for what it is, where it stands, and a sentence. */
export function RemarkWords({ remark }: { readonly remark: Remark }) {
  const i18n = useI18n();
  const { place, sentence } = remarkWords(remark, i18n);
  const Icon = remark.tone === 'error' ? CircleX : CircleAlert;
  return (
    <span className={classNames(styles['said'], styles[remark.tone])}>
      <Icon size={15} aria-hidden />
      <span>
        <strong>
          {i18n.t(`entries-preview.${remark.tone}`)} · <bdi>{place}</bdi>
        </strong>{' '}
        <bdi className={styles['sentence']}>{sentence}</bdi>
      </span>
    </span>
  );
}

export function remarkWords(remark: Remark, i18n: I18n): { readonly place: string; readonly sentence: string } {
  if ('fault' in remark) return faultWords(remark.fault, i18n);
  const { t, moment } = i18n;
  const { sentAt, line } = remark;
  return {
    place: t('entries.place', { line }),
    sentence: sentAt === null ? t('entries-preview.other-date.unknown') : t('entries-preview.other-date', { moment: moment(sentAt) }),
  };
}

export type Days = {
  /** Of `yyyy-mm-dd`. */
  readonly day: (text: string) => string;
  /** Of `yyyy-mm`, with its year. */
  readonly month: (text: string) => string;
};

/** Days and months of entries as the user writes them; a text that is none stays as it is. */
export function useDays(): Days {
  const { locale } = useLocale();
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: '2-digit', day: '2-digit' });
    const months = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', year: 'numeric', month: 'long' });
    const written = (format: Intl.DateTimeFormat, text: string): string => {
      const at = Date.parse(`${text}T00:00:00Z`);
      return Number.isNaN(at) ? text : format.format(at);
    };
    return { day: (text) => written(days, text), month: (text) => (text === '' ? '–' : written(months, `${text}-01`)) };
  }, [locale]);
}
