import type { Company } from '#shared/domain/company.ts';
import { classNames } from './class-names.ts';
import styles from './company-name.module.css';

export function CompanyName({ company }: { readonly company: Company }) {
  return (
    <span className={styles['company']}>
      <ColourDot colour={company.colour} />
      <bdi>{company.name}</bdi>
    </span>
  );
}

export function ColourDot({ colour }: { readonly colour: Company['colour'] }) {
  return <span className={classNames(styles['dot'], styles[colour])} aria-hidden />;
}
