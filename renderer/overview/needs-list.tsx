import type { ReactNode } from 'react';
import { mustAct, type Need } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { BulkArrivalNeed } from './bulk-arrival-need.tsx';
import { CompanyNeed } from './company-need.tsx';
import styles from './overview-page.module.css';
import { PlainNeed } from './plain-need.tsx';
import { SentBeforeNeed } from './sent-before-need.tsx';
import { TakeAllButton } from './take-all-button.tsx';
import { ToDoDocuments } from './to-do/to-do-documents.tsx';
import type { Endings } from './to-do/use-endings.ts';

type Props = {
  readonly needs: readonly Need[];
  readonly overview: Overview;
  readonly endings: Endings;
  readonly onReconnect: (companyId: CompanyId) => void;
};

/**
 * What has to be done, in one flat list: first what has stopped, then questions about many documents, then documents, newest first. Below
 * it, what only has to be known.
 */
export function NeedsList({ needs, overview, endings, onReconnect }: Props) {
  const { t } = useI18n();
  const acts = needs.filter(mustAct);
  const known = needs.filter((need) => !mustAct(need));
  const hasDocuments = acts.some(isOfDocuments) || endings.ended.length > 0;
  const entry = (need: Need) => <Entry key={keyOf(need)} need={need} overview={overview} onReconnect={onReconnect} />;
  return (
    <>
      {(acts.length > 0 || hasDocuments) && (
        <Section title={t('needs.title')} aside={overview.counts.unproven > 0 && <TakeAllButton />}>
          {acts.map(entry)}
          {hasDocuments && <ToDoDocuments overview={overview} endings={endings} />}
        </Section>
      )}
      {known.length > 0 && <Section title={t('needs.know')}>{known.map(entry)}</Section>}
    </>
  );
}

function Section({ title, aside, children }: { readonly title: string; readonly aside?: ReactNode; readonly children: ReactNode }) {
  return (
    <section className={styles['section']} aria-label={title}>
      <div className={styles['above']}>
        <h2 className={styles['title']}>{title}</h2>
        {aside}
      </div>
      <ul className={styles['card']}>{children}</ul>
    </section>
  );
}

type EntryProps = Pick<Props, 'overview' | 'onReconnect'> & { readonly need: Need };

function Entry({ need, overview, onReconnect }: EntryProps) {
  switch (need.kind) {
    case 'company':
    case 'doubt':
    case 'unread':
      return <CompanyNeed need={need} now={overview.now} onReconnect={onReconnect} />;
    case 'flood':
      return <BulkArrivalNeed arrival={need.arrival} overview={overview} />;
    case 'sent-before':
      return <SentBeforeNeed group={need.group} overview={overview} />;
    case 'unfit':
    case 'refused':
    case 'questions':
    case 'unproven':
    case 'no-answer':
      // Each document is a row of its own, below.
      return null;
    case 'folder':
    case 'recovery':
    case 'disk':
    case 'vault':
    case 'credentials':
    case 'relay-not-set':
    case 'copied':
    case 'strays':
    case 'clock':
    case 'battery':
    case 'relay':
    case 'quiet':
    case 'delay':
    case 'no-folder':
    case 'no-company':
      return <PlainNeed need={need} folders={overview.folders} now={overview.now} />;
    default:
      return unreachable(need);
  }
}

function isOfDocuments(need: Need): boolean {
  return 'count' in need;
}

function keyOf(need: Need): string {
  if ('company' in need) return `${need.kind} ${need.company.id}`;
  if (need.kind === 'folder') return `folder ${need.folder.id}`;
  if (need.kind === 'flood') return `flood ${need.arrival.companyId} ${need.arrival.importType} ${need.arrival.folderId ?? ''}`;
  if (need.kind === 'sent-before') return `sent-before ${need.group.folderId} ${need.group.way}`;
  return need.kind === 'strays' ? `strays ${need.stray.path}` : need.kind;
}
