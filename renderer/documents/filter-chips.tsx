import { X } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { PlainButton } from '#shared/ui/parts/plain-button.tsx';
import { companyWords } from '../parts/company-name.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { dateWords } from './dates/date-words.ts';
import type { Calendar } from './dates/dates.ts';
import styles from './filter-chips.module.css';
import type { ListFilter } from './list-filter.ts';

type Props = {
  readonly filter: ListFilter;
  readonly companies: readonly Company[];
  readonly calendar: Calendar;
  readonly onFilter: (filter: ListFilter) => void;
  readonly onClear: () => void;
  /** Gets the focus when the last one was removed. */
  readonly next: () => void;
};

/** What the list is narrowed to, each with a button that takes it away, and one that takes all of it away. */
export function FilterChips({ filter, companies, calendar, onFilter, onClear, next }: Props) {
  const i18n = useI18n();
  const { t } = i18n;
  const list = useRef<HTMLUListElement>(null);
  const chips = chipsOf(filter, { companies, calendar, i18n });
  if (chips.length === 0) return null;
  return (
    <div className={styles['chips']}>
      <ul ref={list} className={styles['list']} aria-label={t('list.chips')}>
        {chips.map(({ key, words, without }, at) => (
          <li key={key} className={styles['chip']}>
            <PlainButton
              size="small"
              aria-label={t('list.chip.remove', { words })}
              onPress={() => {
                if (chips.length === 1) next();
                else focusBeside(list, at);
                onFilter({ ...filter, ...without });
              }}
            >
              <bdi className={styles['words']}>{words}</bdi>
              <X size={14} aria-hidden />
            </PlainButton>
          </li>
        ))}
      </ul>
      <Button
        look="quiet"
        size="small"
        onPress={() => {
          next();
          onClear();
        }}
      >
        {t('list.clear')}
      </Button>
    </div>
  );
}

type Chip = { readonly key: string; readonly words: string; readonly without: Partial<ListFilter> };
type Named = Pick<Props, 'companies' | 'calendar'> & { readonly i18n: I18n };

function chipsOf({ search, companyId, importType, dates, arrival }: ListFilter, { companies, calendar, i18n }: Named): readonly Chip[] {
  const { t } = i18n;
  const company = companies.find(({ id }) => id === companyId);
  return [
    ...(search.trim() === '' ? [] : [{ key: 'search', words: t('list.chip.search', { search: search.trim() }), without: { search: '' } }]),
    ...(company === undefined ? [] : [{ key: 'company', words: companyWords(company, t), without: { companyId: null } }]),
    ...(importType === null ? [] : [{ key: 'type', words: t(`import-type.folder.${importType}`), without: { importType: null } }]),
    ...(arrival === undefined ? [] : [{ key: 'arrival', words: t('list.chip.arrival'), without: { arrival: undefined } }]),
    ...(dates === null ? [] : [{ key: 'dates', words: dateWords(dates, calendar, i18n), without: { dates: null } }]),
  ];
}

/** The chip that takes the place of the one that goes, else the one before it. */
function focusBeside(list: RefObject<HTMLUListElement | null>, at: number): void {
  const buttons = list.current?.querySelectorAll('button');
  (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
}
