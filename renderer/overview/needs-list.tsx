import { type ReactNode, useState } from 'react';
import { mustAct, type Need } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './overview-page.module.css';
import { PlainNeed } from './plain-need.tsx';
import type { Endings } from './to-do/use-endings.ts';
import type { WallMs } from '#shared/lib/duration.ts';
import { connectionText } from '../companies/connection-text.ts';
import { NeedEntry } from './need-entry.tsx';
import { NeedActions } from './need-actions.tsx';
import type { SentBeforeGroup } from '#shared/app-api/sent-before.ts';
import { classNames } from '#shared/ui/parts/class-names.ts';
import { shortPath } from '../folders/paths.ts';
import { CompanyName } from '../parts/company-name.tsx';
import needEntryStyles from './need-entry.module.css';
import row from './to-do/row.module.css';
import { later } from '../later/later.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from '#shared/ui/parts/button.tsx';
import { useEngine } from '../link/engine.ts';
import type { BulkArrival } from '#shared/app-api/folder-places.ts';
import { goTo } from '../frame/place.ts';
import { TypeIcon } from '../parts/type-icon.tsx';

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
          {hasDocuments && <ToDo overview={overview} endings={endings} />}
        </Section>
      )}
      {known.length > 0 && <Section title={t('needs.know')}>{known.map(entry)}</Section>}
    </>
  );
}

/** Enough for a morning; all others are one press away. */
const SHOWN_MAX = 25;

/** All that a user decides one by one. What came all at once has an entry of its own for each folder. */
const ASKED = {
  states: ['refused', 'unfit', 'held'],
  asking: true,
  unproven: true,
  resolved: false,
  bulkArrival: false,
  limit: SHOWN_MAX,
} as const;

const ToDoDocuments = later(async () => (await import('./to-do/to-do-documents.tsx')).ToDoDocuments);

/** Asks for the documents while the script of their rows, and all that there is to say about a document, are loaded. */
function ToDo(props: Pick<Props, 'overview' | 'endings'>) {
  const { queries } = useEngine();
  const list = useQuery(queries.items.list.queryOptions({ input: { ...ASKED, states: [...ASKED.states] } }));
  return <ToDoDocuments {...props} page={list.data} />;
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
    case 'bulk-arrival':
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
    case 'misplaced':
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
  if (need.kind === 'bulk-arrival')
    return `bulk-arrival ${need.arrival.companyId} ${need.arrival.importType} ${need.arrival.folderId ?? ''}`;
  if (need.kind === 'sent-before') return `sent-before ${need.group.folderId} ${need.group.way}`;
  return need.kind === 'misplaced' ? `misplaced ${need.place.path}` : need.kind;
}

type CompanyNeedProps = {
  readonly need: Extract<Need, { kind: 'company' | 'doubt' | 'unread' }>;
  readonly now: WallMs;
  readonly onReconnect: (companyId: CompanyId) => void;
};

/** A connection that ended, which only the user can restore, or one in doubt, about which Intray keeps asking. */
function CompanyNeed({ need, now, onReconnect }: CompanyNeedProps) {
  const i18n = useI18n();
  const { company } = need;
  const { word, text } = connectionText(company.connection, now, i18n);
  const isLost = need.kind !== 'doubt';
  return (
    <NeedEntry
      tone={isLost ? 'bad' : 'calm'}
      title={i18n.t(`needs.${need.kind}`, { name: company.name })}
      text={need.kind === 'unread' ? i18n.t('needs.unread.text') : isLost ? text : `${word}. ${text}`}
      actions={<NeedActions need={need} folders={[]} onReconnect={onReconnect} />}
    />
  );
}

type SentBeforeNeedProps = { readonly group: SentBeforeGroup; readonly overview: Overview };

/** Several documents of one folder that are like sent ones in the same way: one answer for all of them. */
function SentBeforeNeed({ group, overview }: SentBeforeNeedProps) {
  const { t, list } = useI18n();
  const { companyId, path, way, count, names } = group;
  const company = overview.companies.length > 1 ? overview.companies.find(({ id }) => id === companyId) : undefined;
  const more = count - names.length;
  return (
    <NeedEntry
      tone="warn"
      title={t(`sent-before.group.${way}`, { folder: shortPath(path), count })}
      facts={company !== undefined && <CompanyName company={company} />}
      text={
        <div className={needEntryStyles['asked']}>
          <p>
            <b className={classNames(row['ask'])}>{t('to-do.word.sent-before')}</b>{' '}
            <bdi>{list(more > 0 ? [...names, t('misplaced.more', { count: more })] : names)}</bdi>
          </p>
          <LaterAnswers group={group} />
        </div>
      }
    />
  );
}

const LaterAnswers = later(async () => (await import('../questions/answers-for-many.ts')).SentBeforeAnswers);

/** The most that one call accepts; the rest is offered again afterwards. */
const AT_ONCE = 500;

/** Takes all unproven answers that say accepted at once; hidden if there are none. Those that say refused are taken one by one. */
function TakeAllButton() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [asking, setAsking] = useState(false);
  const chosen = useQuery(queries.items.chosen.queryOptions({ input: { kind: 'filter', filter: { states: [], unproven: true } } }));
  const itemIds = (chosen.data?.takeAccepted ?? []).slice(0, AT_ONCE);
  if (itemIds.length === 0) return null;
  return (
    <>
      <Button size="small" onPress={() => setAsking(true)}>
        {t('needs.take-accepted', { count: itemIds.length })}
      </Button>
      {asking && <TakeAllDialog itemIds={itemIds} onClose={() => setAsking(false)} />}
    </>
  );
}

const TakeAllDialog = later(async () => (await import('../questions/answers-for-many.ts')).TakeAllDialog);

type BulkArrivalNeedProps = { readonly arrival: BulkArrival; readonly overview: Overview };

/** Documents of one folder that were there before, or arrived all at once: the question has a page of its own. */
function BulkArrivalNeed({ arrival, overview }: BulkArrivalNeedProps) {
  const { t, list } = useI18n();
  const { companyId, importType, folderId, path, count, names } = arrival;
  const company = overview.companies.length > 1 ? overview.companies.find(({ id }) => id === companyId) : undefined;
  const folder = path === null ? t('bulk-arrival.no-folder') : shortPath(path);
  const more = count - names.length;
  return (
    <NeedEntry
      tone="warn"
      title={t('to-do.together', { count })}
      facts={
        <>
          {company !== undefined && <CompanyName company={company} />}
          <span title={path ?? undefined}>
            <TypeIcon type={importType} /> <bdi>{folder}</bdi>
          </span>
        </>
      }
      text={
        <p>
          <b className={classNames(row['ask'])}>{t('to-do.word.send')}</b>{' '}
          <bdi>{list(more > 0 ? [...names, t('misplaced.more', { count: more })] : names)}</bdi>
        </p>
      }
      actions={
        <Button
          size="small"
          aria-label={t('bulk-arrival.choose-name', { folder })}
          onPress={() => goTo({ kind: 'bulk-question', arrival: { companyId, importType, folderId } })}
        >
          {t('bulk-arrival.choose')}
        </Button>
      }
    />
  );
}
