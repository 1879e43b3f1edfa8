import { useLocale } from 'react-aria-components';
import type { ItemGroup } from '#shared/app-api/views.ts';
import { DAY_MS, type WallMs } from '#shared/lib/duration.ts';
import type { I18n } from '../i18n/i18n.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { dateOf } from './dates/dates.ts';
import styles from './document-list.module.css';
import type { ListHeading } from './list-layout.ts';

type Props = { readonly heading: ListHeading; readonly rowPx: number; readonly now: WallMs };

/**
 * A day or a state above its rows. It is no row: nothing can be done with it, and the arrow keys pass it. A screen reader hears it with the
 * first row below.
 */
export function GroupHeading({ heading: { slot, index, group }, rowPx, now }: Props) {
  const i18n = useI18n();
  const { locale } = useLocale();
  return (
    <div aria-hidden className={styles['heading']} style={{ insetBlockStart: slot * rowPx, height: rowPx }}>
      <span id={headingId(index)}>
        {group.kind === 'state'
          ? i18n.t(group.state === 'aside' ? 'documents.filter.aside' : `state.${group.state}`)
          : dayWords(group.at, { now, locale, i18n })}
      </span>{' '}
      <span className={styles['heading-count']}>{i18n.number(group.count)}</span>
    </div>
  );
}

export function headingId(index: number): string {
  return `heading-${index}`;
}

type Words = { readonly now: WallMs; readonly locale: string; readonly i18n: Pick<I18n, 't'> };

/** "Today", "Yesterday", "Friday 20 November", and the year if it is another. */
function dayWords(at: Extract<ItemGroup, { kind: 'day' }>['at'], { now, locale, i18n: { t } }: Words): string {
  const day = dateOf(at);
  if (day === dateOf(now)) return t('list.day.today');
  // Noon, since a day may have 23 hours or 25.
  if (day === dateOf(new Date(now).setHours(12) - DAY_MS)) return t('list.day.yesterday');
  const isThisYear = day.slice(0, 4) === dateOf(now).slice(0, 4);
  const words = formatOf(locale, isThisYear).format(at);
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making one takes longer than a row, and a list has one or two. */
function formatOf(locale: string, isThisYear: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${isThisYear}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
  formats.set(key, format);
  return format;
}
