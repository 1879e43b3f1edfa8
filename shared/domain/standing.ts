import type { Company } from './company.ts';
import type { Folder } from './folder/folder.ts';
import type { ItemStateKind } from './item/item-state.ts';

/**
 * `noAnswer` counts the `awaiting` ones that need a user because no answer came, `unproven` those with an answer that nothing proves; `resolved`
 * counts the `refused` ones that no longer need anybody.
 */
export type Counts = Readonly<Record<ItemStateKind, number> & { noAnswer: number; unproven: number; resolved: number }>;

export const NO_COUNTS: Counts = {
  held: 0,
  aside: 0,
  unfit: 0,
  waiting: 0,
  uploading: 0,
  awaiting: 0,
  accepted: 0,
  refused: 0,
  noAnswer: 0,
  unproven: 0,
  resolved: 0,
};

/** Refusals that nobody has dealt with yet. */
export function openRefusals({ refused, resolved }: Pick<Counts, 'refused' | 'resolved'>): number {
  return refused - resolved;
}

/** What the tray and the window's header say at a glance. */
export const STANDINGS = ['fine', 'working', 'needs-you', 'disconnected', 'paused', 'empty'] as const;
export type Standing = (typeof STANDINGS)[number];

type Looked = {
  readonly companies: readonly Company[];
  readonly folders: readonly Folder[];
  /** Files beside the folders that seem meant for one of them. */
  readonly misplaced?: readonly unknown[];
  /** Something has been failing for too long. */
  readonly isDelayed?: boolean;
  /** Nothing is started until the computer is plugged in again. */
  readonly waitsForMains?: boolean | undefined;
};

/**
 * The overall status in one word: never `fine` while anything is refused, unfit, held, unreachable or not yet answered.
 * Items put aside, and refusals that were dealt with, need nobody and do not count.
 */
export function standing(
  counts: Counts,
  { companies, folders, misplaced = [], isDelayed = false, waitsForMains = false }: Looked,
): Standing {
  if (companies.length === 0) return 'empty';
  const kinds = new Set(companies.map((company) => company.connection.kind));
  if (kinds.has('invalid') || openRefusals(counts) + counts.unfit + counts.held + counts.noAnswer + counts.unproven > 0) return 'needs-you';
  if (misplaced.length > 0 || folders.some((folder) => folder.state !== 'present')) return 'needs-you';
  if (kinds.has('checking') || isDelayed) return 'disconnected';
  if (waitsForMains && counts.waiting > 0) return 'paused';
  if (counts.waiting + counts.uploading + counts.awaiting > 0) return kinds.has('paused') ? 'paused' : 'working';
  return kinds.has('paused') ? 'paused' : 'fine';
}
