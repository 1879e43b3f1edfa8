import { isVaultShut } from './secrets.ts';
import type { Company } from '../domain/company.ts';
import type { DiskFault } from '../domain/disk.ts';
import type { Folder } from '../domain/folder/folder.ts';
import type { Recovery } from '../domain/connection.ts';
import type { WallMs } from '../lib/duration.ts';
import { unreachable } from '../lib/unreachable.ts';
import { openRefusals, type Standing, standing } from '../domain/standing.ts';
import type { BulkArrival } from './folder-places.ts';
import type { SentBeforeGroup } from './sent-before.ts';
import type { Delay, Overview, RelayView, VaultView } from './views.ts';

/** What a user has to do or to know; each is one entry of the overview, with one button. */
export type Need =
  | { readonly kind: 'disk'; readonly fault: DiskFault }
  | { readonly kind: 'vault'; readonly vault: Exclude<VaultView, 'open' | 'absent'> }
  | { readonly kind: 'company'; readonly company: Company }
  | { readonly kind: 'credentials' }
  /** The company is connected, but the relay does not let this computer read its answers: another computer sent it away. */
  | { readonly kind: 'unread'; readonly company: Company }
  | { readonly kind: 'relay-not-set' }
  /** A copy of this profile runs at the same time. */
  | { readonly kind: 'copied' }
  | { readonly kind: 'folder'; readonly folder: Folder }
  | { readonly kind: 'bulk-arrival'; readonly arrival: BulkArrival }
  | { readonly kind: 'sent-before'; readonly group: SentBeforeGroup }
  | { readonly kind: 'refused' | 'questions' | 'unfit' | 'unproven' | 'no-answer'; readonly count: number }
  | { readonly kind: 'misplaced'; readonly place: Overview['misplaced'][number] }
  | { readonly kind: 'recovery'; readonly recovery: Recovery }
  | { readonly kind: 'clock' }
  | { readonly kind: 'battery'; readonly waiting: number }
  | { readonly kind: 'doubt'; readonly company: Company }
  | { readonly kind: 'relay'; readonly relay: Extract<RelayView, { kind: 'unreachable' }> }
  /** Documents wait, and the relay has heard nothing from the service for long; null if it never did, or cannot say. */
  | { readonly kind: 'quiet'; readonly lastVerifiedAt: WallMs | null }
  | { readonly kind: 'delay'; readonly delay: Delay }
  | { readonly kind: 'no-folder'; readonly company: Company }
  | { readonly kind: 'no-company' };

export type NeedsSource = Omit<Overview, 'standing'>;

/**
 * All that needs the user, and all that the user should know, most urgent first: what stops everything, then what
 * stops one company or folder, then documents, then what passes by itself.
 */
export function needsOf(overview: NeedsSource): readonly Need[] {
  const { disk, recovery } = overview;
  const stopped: readonly Need[] = disk.kind === 'bad' ? [{ kind: 'disk', fault: disk.fault }] : [];
  const made: readonly Need[] = recovery === null ? [] : [{ kind: 'recovery', recovery }];
  // Without a company nothing is sent or read, so nothing else can be wrong.
  if (overview.companies.length === 0) return [...stopped, ...made, { kind: 'no-company' }];
  return [...stopped, ...ofConnections(overview), ...ofFolders(overview), ...ofDocuments(overview), ...made, ...toKnow(overview)];
}

/** Whether a user has to act; otherwise it only informs, since Intray itself continues, or has continued. */
export function mustAct({ kind }: Pick<Need, 'kind'>): boolean {
  switch (kind) {
    case 'disk':
    case 'vault':
    case 'company':
    case 'credentials':
    case 'unread':
    case 'relay-not-set':
    case 'copied':
    case 'folder':
    case 'bulk-arrival':
    case 'sent-before':
    case 'refused':
    case 'questions':
    case 'unfit':
    case 'unproven':
    case 'no-answer':
    case 'misplaced':
      return true;
    case 'recovery':
    case 'clock':
    case 'battery':
    case 'doubt':
    case 'relay':
    case 'quiet':
    case 'delay':
    case 'no-folder':
    case 'no-company':
      return false;
    default:
      return unreachable(kind);
  }
}

/** The status at a glance, for tray and window alike: it asks for the user exactly while an entry of the list does. */
export function standingOf(overview: NeedsSource): Standing {
  if (needsOf(overview).some(mustAct)) return 'needs-you';
  const { counts, companies, folders, misplaced, delay, waitsForMains } = overview;
  return standing(counts, { companies, folders, misplaced, isDelayed: Boolean(delay), waitsForMains });
}

function ofConnections({ vault, companies, relay, answers, isCopied = false }: NeedsSource): readonly Need[] {
  const isUnread = ({ connection, integrationId }: Company): boolean =>
    connection.kind !== 'invalid' && answers.closed.includes(integrationId);
  const isTyped = companies.some(({ connection }) => connection.kind === 'checking' && connection.doubt === 'credentials');
  return [
    ...(isVaultShut(vault) ? [{ kind: 'vault', vault } as const] : []),
    ...companies.filter(({ connection }) => connection.kind === 'invalid').map((company) => ({ kind: 'company', company }) as const),
    ...companies.filter(isUnread).map((company) => ({ kind: 'unread', company }) as const),
    ...(isTyped ? [{ kind: 'credentials' } as const] : []),
    ...(isCopied ? [{ kind: 'copied' } as const] : []),
    ...(relay.kind === 'not-set' ? [{ kind: 'relay-not-set' } as const] : []),
  ];
}

function ofFolders({ folders }: NeedsSource): readonly Need[] {
  return folders.filter(({ state }) => state !== 'present').map((folder) => ({ kind: 'folder', folder }));
}

function ofDocuments({ counts, misplaced, bulkArrivals = [], sentBefore = [] }: NeedsSource): readonly Need[] {
  const together = [...bulkArrivals, ...sentBefore].reduce((sum, { count }) => sum + count, 0);
  const counted = [
    { kind: 'refused', count: openRefusals(counts) },
    { kind: 'questions', count: counts.held - together },
    { kind: 'unfit', count: counts.unfit },
    { kind: 'unproven', count: counts.unproven },
    { kind: 'no-answer', count: counts.noAnswer },
  ] as const;
  return [
    ...bulkArrivals.map((arrival) => ({ kind: 'bulk-arrival', arrival }) as const),
    ...sentBefore.map((group) => ({ kind: 'sent-before', group }) as const),
    ...counted.filter(({ count }) => count > 0),
    ...misplaced.map((place) => ({ kind: 'misplaced', place }) as const),
  ];
}

function toKnow({
  counts,
  waitsForMains = false,
  companies,
  folders,
  vault,
  relay,
  answers,
  delay,
  clockAheadMs,
}: NeedsSource): readonly Need[] {
  // A keychain that does not open is one entry, for all companies and the relay together.
  const isShut = isVaultShut(vault);
  const isDoubtful = ({ connection }: Company): boolean =>
    connection.kind === 'checking' && connection.doubt !== 'credentials' && !(isShut && connection.doubt === 'secrets');
  const hasFolder = (company: Company): boolean => folders.some(({ companyId }) => companyId === company.id);
  return [
    ...(clockAheadMs === undefined ? [] : [{ kind: 'clock' } as const]),
    ...companies.filter(isDoubtful).map((company) => ({ kind: 'doubt', company }) as const),
    ...(relay.kind === 'unreachable' && !(isShut && relay.code === 'no-device') ? [{ kind: 'relay', relay } as const] : []),
    ...(answers.quiet === undefined ? [] : [{ kind: 'quiet', ...answers.quiet } as const]),
    ...(waitsForMains && counts.waiting > 0 ? [{ kind: 'battery', waiting: counts.waiting } as const] : []),
    ...(delay ? [{ kind: 'delay', delay } as const] : []),
    ...companies.filter((company) => !hasFolder(company)).map((company) => ({ kind: 'no-folder', company }) as const),
  ];
}
