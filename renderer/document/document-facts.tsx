import type { ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { MoreAbout } from '../parts/more-about.tsx';
import { TypeIcon } from '../parts/type-icon.tsx';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';

export function DocumentFacts({ item, company }: { readonly item: Item; readonly company: Company | null }) {
  const { t, bytes } = useI18n();
  return (
    <details className={styles['details']}>
      <summary className={look['heading']}>{t('document.facts')}</summary>
      <dl className={styles['facts']}>
        {company !== null && <Fact name={t('document.company')} value={<CompanyName company={company} />} />}
        <Fact name={t('document.type')} value={<Type of={item.importType} />} />
        <Fact name={t('document.size')} value={bytes(item.bytes)} />
        {item.sentName !== item.name && <Fact name={t('document.sent-name')} value={<bdi>{item.sentName}</bdi>} />}
      </dl>
      {(item.sha256 !== null || item.reference !== null) && <TechnicalFacts item={item} />}
    </details>
  );
}

/** Only needed to prove which file it was, or to find a fault. */
function TechnicalFacts({ item }: { readonly item: Item }) {
  const { t } = useI18n();
  return (
    <MoreAbout label={t('refusal.technical')}>
      <dl className={styles['facts']}>
        {item.reference !== null && (
          <Fact name={t('document.reference')} value={<Copyable text={item.reference} label={t('document.reference.copy')} />} />
        )}
        {item.sha256 !== null && (
          <Fact name={t('document.fingerprint')} value={<Copyable text={item.sha256} label={t('document.fingerprint.copy')} />} />
        )}
      </dl>
    </MoreAbout>
  );
}

function Type({ of }: { readonly of: Item['importType'] }) {
  const { t } = useI18n();
  return (
    <span className={styles['type']}>
      <TypeIcon type={of} />
      {t(`import-type.invoice.${of}`)}
    </span>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  const { t } = useI18n();
  return (
    <span className={styles['copyable']}>
      <code>{text}</code>
      <CopyButton text={text} label={label} copied={t('common.copied')} />
    </span>
  );
}
