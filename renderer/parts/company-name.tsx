import type { Company, RemovedCompany } from '#shared/domain/company.ts';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import { classNames } from '#shared/ui/parts/class-names.ts';
import styles from './company-name.module.css';

export function CompanyName({ company }: { readonly company: Company | RemovedCompany }) {
  const { t } = useI18n();
  return (
    <span className={styles['company']}>
      <ColourDot colour={company.colour} />
      <bdi>{companyWords(company, t)}</bdi>
    </span>
  );
}

/** The company's name, followed by a remark if it was removed. */
export function companyWords(company: Company | RemovedCompany, t: I18n['t']): string {
  return 'removedAt' in company ? `${company.name} (${t('companies.removed')})` : company.name;
}

export function ColourDot({ colour }: { readonly colour: Company['colour'] }) {
  return <span className={classNames(styles['dot'], styles[colour])} aria-hidden />;
}
