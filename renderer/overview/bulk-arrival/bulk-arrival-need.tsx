import type { BulkArrival } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { shortPath } from '../../folders/paths.ts';
import { goTo } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { CompanyName } from '../../parts/company-name.tsx';
import { NeedEntry } from '../need-entry.tsx';

type Props = { readonly arrival: BulkArrival; readonly companies: readonly Company[] };

/** Documents of one folder that were there before, or arrived all at once: the question has a page of its own. */
export function BulkArrivalNeed({ arrival, companies }: Props) {
  const { t } = useI18n();
  const { companyId, importType, folderId, path, count } = arrival;
  const company = companies.find(({ id }) => id === companyId);
  const folder = path === null ? t('bulk-arrival.no-folder') : shortPath(path);
  return (
    <NeedEntry
      tone="warn"
      title={t('bulk-arrival.title', { count })}
      text={
        <>
          {company !== undefined && <CompanyName company={company} />} <bdi title={path ?? undefined}>{folder}</bdi>
        </>
      }
      actions={
        <Button
          look="primary"
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
