import { Folder } from 'lucide-react';
import type { BulkArrival } from '#shared/app-api/bulk-arrivals.ts';
import type { Company } from '#shared/domain/company.ts';
import { lastPart } from '#shared/lib/file-names.ts';
import { shortPath } from '../../folders/paths.ts';
import { hashOf } from '../../frame/place.ts';
import { useI18n } from '../../i18n/i18n.tsx';
import { CompanyName } from '../../parts/company-name.tsx';
import styles from './bulk-question.module.css';
import { MonthBars } from './month-bars.tsx';

type Props = { readonly arrival: BulkArrival; readonly company: Company | null };

/** Which documents they are: names, company, folder, type, and when they were written. */
export function AboutArrival({ arrival, company }: Props) {
  const { t } = useI18n();
  const { companyId, importType, folderId, path, count, names } = arrival;
  const key = { companyId, importType, folderId };
  const more = count - names.length;
  return (
    <section className={styles['about']} aria-label={path === null ? t('bulk-arrival.no-folder') : lastPart(path)}>
      <div className={styles['which']}>
        <p className={styles['names']}>
          {names.map((name, at) => (
            // The same name may occur in several sub-folders.
            <span key={`${at} ${name}`}>
              {at > 0 && ', '}
              <bdi>{name}</bdi>
            </span>
          ))}
          {more > 0 && <> {t('bulk-arrival.more', { count: more })}</>}
        </p>
        <p className={styles['facts']}>
          {company !== null && <CompanyName company={company} />}
          <span className={styles['folder']}>
            <Folder size={15} aria-hidden />
            {path === null ? t('bulk-arrival.no-folder') : <bdi title={path}>{shortPath(path)}</bdi>}
          </span>
          <span>{t(`import-type.invoice.${importType}`)}</span>
        </p>
      </div>
      <a href={hashOf({ kind: 'documents', itemId: null, show: 'held', arrival: key })}>{t('bulk-arrival.see-all', { count })}</a>
      <MonthBars arrival={arrival} />
    </section>
  );
}
