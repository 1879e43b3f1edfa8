import type { ReactNode } from 'react';
import listStyles from '../list.module.css';
import look from '#shared/ui/panel.module.css';
import panelStyles from '../panel.module.css';
import type { Document } from '../control/answers.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import { useI18n } from '../i18n.tsx';
import { DecisionForm } from './decision-form.tsx';
import { FileView } from './file-view.tsx';
import { nameOf } from './name-of.ts';
import { stateOf, stateText } from './state-of.ts';

export function DocumentPanel({ document }: { readonly document: Document }) {
  const { t } = useI18n();
  return (
    <>
      <header>
        <h2 className={look['name']}>{nameOf(document, t)}</h2>
        <p className={classNames(listStyles['state'], listStyles[stateOf(document)])}>{stateText(document, t)}</p>
        {document.rejectionReason !== null && document.rejectionReason !== '' && (
          <p className={listStyles['verbatim']} dir="auto">
            {document.rejectionReason}
          </p>
        )}
      </header>
      <DecisionForm key={document.documentId} document={document} />
      <Part title={t('console.file')}>
        <FileView document={document} />
      </Part>
      <Part title={t('console.facts')}>
        <Facts document={document} />
      </Part>
    </>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h3 className={look['heading']}>{title}</h3>
      {children}
    </section>
  );
}

function json(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

type FactName =
  | 'reference'
  | 'document'
  | 'integration'
  | 'received'
  | 'decided'
  | 'size'
  | 'email'
  | 'comment'
  | 'organization'
  | 'metadata'
  | 'decoded'
  | 'sha256';

/** The ids by which this document is looked up elsewhere. */
function isCopied(name: FactName): boolean {
  switch (name) {
    case 'reference':
    case 'document':
    case 'integration':
      return true;
    case 'received':
    case 'decided':
    case 'size':
    case 'email':
    case 'comment':
    case 'organization':
    case 'metadata':
    case 'decoded':
    case 'sha256':
      return false;
    default:
      return unreachable(name);
  }
}

function Facts({ document }: { readonly document: Document }) {
  const { t, moment, bytes } = useI18n();
  const facts: Readonly<Record<FactName, string | null>> = {
    reference: document.externalReference,
    document: document.documentId,
    integration: document.integrationId,
    received: moment(document.receivedAt),
    decided: document.decidedAt === null ? null : moment(document.decidedAt),
    size: document.bytes === null ? null : bytes(document.bytes),
    email: document.userEmail,
    comment: document.comment,
    organization: json(document.organization),
    metadata: json(document.metadata),
    decoded: json(document.decoded),
    sha256: document.sha256,
  };
  const known = (Object.keys(facts) as FactName[]).filter((name) => facts[name] !== null);
  return (
    <dl className={panelStyles['facts']}>
      {known.map((name) => {
        const what = t(`console.fact.${name}`);
        const value = facts[name] ?? '';
        return (
          <div key={name}>
            <dt>{what}</dt>
            <dd>
              <span dir="auto">{value}</span>
              {isCopied(name) && <CopyButton text={value} label={t('console.copy', { what })} copied={t('console.copied')} />}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
