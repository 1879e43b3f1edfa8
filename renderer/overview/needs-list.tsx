import { mustAct, type Need } from '#shared/app-api/needs-of.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { useI18n } from '../i18n/i18n.tsx';
import { CompanyNeed } from './company-need.tsx';
import { DocumentNeeds } from './document-needs.tsx';
import { BulkArrivalNeed } from './bulk-arrival/bulk-arrival-need.tsx';
import styles from './overview-page.module.css';
import { PlainNeed } from './plain-need.tsx';
import { UnfitNeed } from './unfit-need.tsx';

type Props = {
  readonly needs: readonly Need[];
  readonly overview: Overview;
  readonly onReconnect: (companyId: CompanyId) => void;
};

/** What has to be done, most urgent first; below it, what only has to be known. */
export function NeedsList(props: Props) {
  const { t } = useI18n();
  return (
    <>
      <Entries {...props} needs={props.needs.filter(mustAct)} title={t('needs.title')} />
      <Entries {...props} needs={props.needs.filter((need) => !mustAct(need))} title={t('needs.know')} />
    </>
  );
}

function Entries({ needs, title, ...rest }: Props & { readonly title: string }) {
  if (needs.length === 0) return null;
  return (
    <section className={styles['section']} aria-label={title}>
      <h2 className={styles['title']}>{title}</h2>
      <ul className={styles['card']}>
        {needs.map((need) => (
          <Entry key={keyOf(need)} need={need} {...rest} />
        ))}
      </ul>
    </section>
  );
}

type EntryProps = Omit<Props, 'needs'> & { readonly need: Need };

function Entry({ need, overview, onReconnect }: EntryProps) {
  switch (need.kind) {
    case 'company':
    case 'doubt':
    case 'unread':
      return <CompanyNeed need={need} now={overview.now} onReconnect={onReconnect} />;
    case 'flood':
      return <BulkArrivalNeed arrival={need.arrival} companies={overview.companies} />;
    case 'unfit':
      return <UnfitNeed count={need.count} overview={overview} />;
    case 'refused':
    case 'questions':
    case 'unproven':
    case 'no-answer':
      return <DocumentNeeds kind={need.kind} count={need.count} overview={overview} />;
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

function keyOf(need: Need): string {
  if ('company' in need) return `${need.kind} ${need.company.id}`;
  if (need.kind === 'folder') return `folder ${need.folder.id}`;
  if (need.kind === 'flood') return `flood ${need.arrival.companyId} ${need.arrival.importType} ${need.arrival.folderId ?? ''}`;
  return need.kind === 'strays' ? `strays ${need.stray.path}` : need.kind;
}
