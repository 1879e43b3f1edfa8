import { useState } from 'react';
import { GridList, GridListItem } from 'react-aria-components';
import styles from '../console.module.css';
import rowStyles from '#shared/ui/list-row.module.css';
import listStyles from '../list.module.css';
import type { Document } from '../control/answers.ts';
import { NEWEST, useDocuments } from '../control/use-control.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { Empty } from '../parts/empty.tsx';
import { ListWithPanel } from '../parts/list-with-panel.tsx';
import { useI18n } from '../i18n.tsx';
import { DocumentPanel } from './document-panel.tsx';
import { DocumentRow } from './document-row.tsx';
import { nameOf } from './name-of.ts';

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
