import type { BulkArrival } from '#shared/app-api/bulk-arrivals.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { shortPath } from '../folders/paths.ts';
import { goTo } from '../frame/place.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { CompanyName } from '../parts/company-name.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { NeedEntry } from './need-entry.tsx';
import row from './to-do/row.module.css';

type Props = { readonly arrival: BulkArrival; readonly overview: Overview };

/** Documents of one folder that were there before, or arrived all at once: the question has a page of its own. */
export function BulkArrivalNeed({ arrival, overview }: Props) {
  const { t, list } = useI18n();
  const { companyId, importType, folderId, path, count, names } = arrival;
  const company = overview.companies.length > 1 ? overview.companies.find(({ id }) => id === companyId) : undefined;
  const folder = path === null ? t('bulk-arrival.no-folder') : shortPath(path);
  const more = count - names.length;
  return (
    <NeedEntry
      tone="warn"
      title={t('to-do.together', { count })}
      facts={
        <>
          {company !== undefined && <CompanyName company={company} />}
          <span title={path ?? undefined}>
            <TypeIcon type={importType} /> <bdi>{folder}</bdi>
          </span>
        </>
      }
      text={
        <p>
          <b className={classNames(row['ask'])}>{t('to-do.word.send')}</b>{' '}
          <bdi>{list(more > 0 ? [...names, t('strays.more', { count: more })] : names)}</bdi>
        </p>
      }
      actions={
        <Button
          size="small"
          aria-label={t('bulk-arrival.choose-name', { folder })}
          onPress={() => goTo({ kind: 'bulk-question', arrival: { companyId, importType, folderId } })}
        >
          {t('bulk-arrival.choose')}
        </Button>
      }
    />
  );
}
