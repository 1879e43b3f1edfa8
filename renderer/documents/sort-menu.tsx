import { ArrowDownWideNarrow } from 'lucide-react';
import { type Sort, SORTS } from '#shared/app-api/list/item-filter.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { ChoiceMenu } from '../parts/choice-menu.tsx';

type Props = {
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly size: 'normal' | 'small';
  readonly isCompact: boolean;
};

/** The order of the list. The button names it, and has the focus again once another is chosen: so it is heard once. */
export function SortMenu({ sort, onSort, size, isCompact }: Props) {
  const { t } = useI18n();
  return (
    <ChoiceMenu
      size={size}
      isCompact={isCompact}
      label={t('list.sort')}
      icon={ArrowDownWideNarrow}
      value={sort}
      isChosen={sort !== 'newest'}
      options={SORTS.map((value) => ({ value, label: t(`list.sort.${value}`) }))}
      onChange={onSort}
    />
  );
}
