import type { ReactNode } from 'react';
import type { Company } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { CompanyName } from '../parts/company-name.tsx';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import look from '#shared/ui/panel.module.css';
import styles from './document-panel.module.css';

export function DocumentFacts({ item, company }: { readonly item: Item; readonly company: Company | null }) {
  const { t, bytes } = useI18n();
  const documentId = 'documentId' in item.state ? item.state.documentId : null;
  return (
    <details className={styles['details']}>
      <summary className={look['heading']}>{t('document.facts')}</summary>
      <dl className={styles['facts']}>
        {company !== null && <Fact name={t('document.company')} value={<CompanyName company={company} />} />}
        <Fact name={t('document.type')} value={t(`import-type.invoice.${item.importType}`)} />
        <Fact name={t('document.size')} value={bytes(item.bytes)} />
        {item.sentName !== item.name && <Fact name={t('document.sent-name')} value={<bdi>{item.sentName}</bdi>} />}
        {documentId !== null && (
          <Fact name={t('document.number')} value={<Copyable text={documentId} label={t('document.number.copy')} />} />
        )}
      </dl>
      <TechnicalFacts item={item} />
    </details>
  );
}

/** For whoever has to prove which file it was: the accountant needs the number alone. */
function TechnicalFacts({ item: { sha256, reference } }: { readonly item: Item }) {
  const { t } = useI18n();
  if (sha256 === null && reference === null) return null;
  return (
    <details className={styles['details']}>
      <summary className={look['heading']}>{t('document.facts.technical')}</summary>
      <dl className={styles['facts']}>
        {sha256 !== null && (
          <Fact name={t('document.fingerprint')} value={<Copyable text={sha256} label={t('document.fingerprint.copy')} />} />
        )}
        {reference !== null && (
          <Fact name={t('document.reference')} value={<Copyable text={reference} label={t('document.reference.copy')} />} />
        )}
      </dl>
    </details>
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
