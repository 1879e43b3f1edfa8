import { useState } from 'react';
import type { Overview } from '#shared/app-api/views.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { CompanyColumn } from '../companies/company-column.tsx';
import { DocumentPanel } from '../document/document-panel.tsx';
import { OverviewHead } from '../overview/overview-head.tsx';
import { Choice } from '#shared/look/parts/choice.tsx';
import { classNames } from '#shared/look/parts/class-names.ts';
import { useSpeech } from '../speech/speech.tsx';
import { everyCompany } from '../companies/every-company.ts';
import { DocumentList } from './document-list.tsx';
import styles from './documents-page.module.css';
import { FloodNote } from './flood-note.tsx';
import { StraysNote } from './strays-note.tsx';
import { type Filter, useDocuments } from './use-documents.ts';

type Props = { readonly overview: Overview; readonly chosen: ItemId | null; readonly now: WallMs };

export function DocumentsPage({ overview, chosen, now }: Props) {
  return (
    <main className={styles['page']}>
      <OverviewHead overview={overview} />
      <div className={classNames(styles['columns'], chosen !== null && styles['with-panel'])}>
        <CompanyColumn overview={overview} now={now} />
        <ListColumn overview={overview} chosen={chosen} now={now} />
        {chosen !== null && <DocumentPanel itemId={chosen} overview={overview} now={now} />}
      </div>
    </main>
  );
}

const FILTER_KINDS = ['all', 'needs-you', 'under-way', 'done'] as const satisfies readonly Filter[];
/** Nobody misses it before something was put aside. */
const WITH_ASIDE = [...FILTER_KINDS, 'aside'] as const satisfies readonly Filter[];

function ListColumn({ overview, chosen, now }: Props) {
  const { t } = useSpeech();
  const [filter, setFilter] = useState<Filter>('all');
  const documents = useDocuments(filter);
  return (
    <section className={styles['documents']} aria-label={t('documents.title')}>
      <h2 className="off-screen">{t('documents.title')}</h2>
      <div className={styles['bar']}>
        <Choice
          label={t('documents.filter')}
          labelled="heard"
          options={(overview.counts.aside > 0 || filter === 'aside' ? WITH_ASIDE : FILTER_KINDS).map((value) => ({
            value,
            label: t(`documents.filter.${value}`),
          }))}
          value={filter}
          onChange={setFilter}
        />
        <p className={styles['count']}>{documents.items !== null && t('documents.count', { count: documents.total })}</p>
      </div>
      <StraysNote overview={overview} />
      <FloodNote overview={overview} />
      <div className={styles['list']}>
        <DocumentList key={filter} documents={documents} filter={filter} companies={everyCompany(overview)} chosen={chosen} now={now} />
      </div>
    </section>
  );
}
