import type { Company, RemovedCompany } from '#shared/domain/company.ts';
import { useSpeech } from '../speech/speech.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import styles from './company-name.module.css';

export function CompanyName({ company }: { readonly company: Company | RemovedCompany }) {
  const { t } = useSpeech();
  return (
    <span className={styles['company']}>
      <ColourDot colour={company.colour} />
      <bdi>{company.name}</bdi>
      {'removedAt' in company && ` (${t('companies.removed')})`}
    </span>
  );
}

export function ColourDot({ colour }: { readonly colour: Company['colour'] }) {
  return <span className={classNames(styles['dot'], styles[colour])} aria-hidden />;
}
