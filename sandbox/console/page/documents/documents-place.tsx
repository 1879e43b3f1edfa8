import { type ReactNode, useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import styles from '../console.module.css';
import rowStyles from '#shared/ui/list-row.module.css';
import listStyles from '../list.module.css';
import type { Document } from '../control/answers.ts';
import { NEWEST, useDocuments } from '../control/use-control.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { Age, Empty, ListWithPanel } from '../parts/list-with-panel.tsx';
import { useI18n } from '../i18n.tsx';
import { Check, CircleQuestionMark, ExternalLink, Hourglass, X } from 'lucide-react';
import { shortId } from '../integrations/integration-column.tsx';
import look from '#shared/ui/panel.module.css';
import panelStyles from '../panel.module.css';
import { CopyButton } from '#shared/ui/parts/copy-button.tsx';
import { unreachable } from '#shared/lib/unreachable.ts';
import { DecisionForm } from './decision-form.tsx';
import { Entries } from './entries.tsx';
import buttonStyles from '#shared/ui/button.module.css';
import type { ConsoleTranslate } from '#shared/i18n/console.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';

export function DocumentsPlace() {
  const { t } = useI18n();
  const documents = useDocuments().data;
  const [openedId, setOpenedId] = useState<string | null>(null);
  if (documents === undefined) return null;
  const opened = documents.find(({ documentId }) => documentId === openedId) ?? null;
  const content = opened === null ? null : <DocumentPanel document={opened} />;
  return (
    <>
      <Head documents={documents} />
      <ListWithPanel
        panel={opened === null ? null : { id: opened.documentId, label: t('console.document'), content }}
        onClose={() => setOpenedId(null)}
        list={
          <GridList
            aria-label={t('console.documents')}
            items={documents}
            dependencies={[openedId]}
            onAction={(key) => setOpenedId(String(key))}
            className={listStyles['rows'] ?? ''}
            renderEmptyState={() => <Empty title={t('console.documents.none')}>{t('console.documents.none.next')}</Empty>}
          >
            {(document) => (
              <GridListItem
                id={document.documentId}
                textValue={nameOf(document, t)}
                className={classNames(rowStyles['row'], document.documentId === openedId && rowStyles['chosen'])}
              >
                <DocumentRow document={document} />
              </GridListItem>
            )}
          </GridList>
        }
      />
    </>
  );
}

function Head({ documents }: { readonly documents: readonly Document[] }) {
  const { t } = useI18n();
  if (documents.length === 0) return null;
  const waiting = documents.filter(({ documentState }) => documentState === null).length;
  return (
    <div className={styles['head']}>
      <h2 className={styles['title']}>
        {waiting === 0 ? t('console.documents.decided') : t('console.documents.waiting', { count: waiting })}
      </h2>
      {documents.length >= NEWEST && <p className={styles['quiet']}>{t('console.documents.newest', { count: NEWEST })}</p>}
    </div>
  );
}

const ICONS = { waiting: Hourglass, accepted: Check, refused: X, other: CircleQuestionMark } as const;

function DocumentRow({ document }: { readonly document: Document }) {
  const { t, bytes } = useI18n();
  const kind = stateOf(document);
  const Icon = ICONS[kind];
  return (
    <>
      <span className={classNames(listStyles['mark'], listStyles[kind])}>
        <Icon size={17} strokeWidth={2.25} aria-hidden />
      </span>
      <div className={rowStyles['words']}>
        <p className={rowStyles['name']}>{nameOf(document, t)}</p>
        <p className={rowStyles['facts']}>
          <span className={classNames(listStyles['state'], listStyles[kind])}>{stateText(document, t)}</span>
          <span>{t(`console.type.${document.importType}`)}</span>
          {document.bytes !== null && <span>{bytes(document.bytes)}</span>}
          {document.entryLines !== null && <span>{t('console.document.entries', { count: document.entryLines })}</span>}
          <code>{shortId(document.integrationId)}</code>
        </p>
        {document.externalReference !== null && <code className={listStyles['reference']}>{document.externalReference}</code>}
        {document.rejectionReason !== null && document.rejectionReason !== '' && (
          <p className={listStyles['verbatim']} dir="auto">
            {document.rejectionReason}
          </p>
        )}
      </div>
      <span className={rowStyles['age']}>
        <Age at={document.receivedAt} />
      </span>
    </>
  );
}

function DocumentPanel({ document }: { readonly document: Document }) {
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
      {document.entryLines !== null && (
        <Part title={t('console.entries')}>
          <Entries key={document.documentId} document={document} name={nameOf(document, t)} />
        </Part>
      )}
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

/** Shows pictures here, and a PDF in a tab of its own by the browser's reader, because our policy allows no frame in this page. */
function FileView({ document }: { readonly document: Document }) {
  const { t } = useI18n();
  const { fileKept, sha256, documentId } = document;
  if (sha256 === null) return <p className={styles['quiet']}>{t('console.file.none')}</p>;
  if (fileKept === null) return <p className={styles['quiet']}>{t('console.file.gone')}</p>;
  const address = `../control/documents/${documentId}/file`;
  if (fileKept.startsWith('image/')) {
    return <img className={panelStyles['picture']} src={address} alt={t('console.file.picture', { name: nameOf(document, t) })} />;
  }
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener noreferrer"
      className={classNames(buttonStyles['button'], buttonStyles['plain'], buttonStyles['small'], panelStyles['link'])}
    >
      <ExternalLink size={16} aria-hidden />
      {t('console.file.open')}
    </a>
  );
}

/** Entries have no filename; they are named by their reference, or their kind. */
function nameOf(document: Document, t: ConsoleTranslate): string {
  return document.filename ?? document.externalReference ?? t(`console.type.${document.importType}`);
}

type StateKind = 'waiting' | 'accepted' | 'refused' | 'other';

function stateOf({ documentState }: Document): StateKind {
  switch (documentState) {
    case null:
      return 'waiting';
    case DOCUMENT_STATES.accepted:
      return 'accepted';
    case DOCUMENT_STATES.refused:
      return 'refused';
    default:
      return 'other';
  }
}

function stateText(document: Document, t: ConsoleTranslate): string {
  const kind = stateOf(document);
  return kind === 'other' ? t('console.document.other', { state: document.documentState ?? '' }) : t(`console.document.${kind}`);
}
