import type { Company, RemovedCompany } from '#shared/domain/company.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './company-name.module.css';
import { CompanyTile } from './company-tile.tsx';

export function CompanyName({ company }: { readonly company: Company | RemovedCompany }) {
  const { t } = useI18n();
  return (
    <span className={styles['company']}>
      <CompanyTile company={company} />
      <bdi>{companyWords(company, t)}</bdi>
    </span>
  );
}

/** The company's name, followed by a remark if it was removed. */
export function companyWords(company: Company | RemovedCompany, t: I18n['t']): string {
  return 'removedAt' in company ? `${company.name} (${t('companies.removed')})` : company.name;
}
