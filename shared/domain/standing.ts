import type { Company } from './company.ts';
import type { Folder } from './folder/folder.ts';
import type { ItemStateKind } from './item/item-state.ts';

/**
 * `noAnswer` counts those of `awaiting` that ask for a person because no answer came, `unproven` those that have one which nothing proves; `settled`
 * those of `refused` that ask for nobody any more.
 */
export type Counts = Readonly<Record<ItemStateKind, number> & { noAnswer: number; unproven: number; settled: number }>;

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
  settled: 0,
};

/** Refusals that nobody has dealt with yet. */
export function openRefusals({ refused, settled }: Pick<Counts, 'refused' | 'settled'>): number {
  return refused - settled;
}

/** What the tray and the head of the window say at a glance. */
export const STANDINGS = ['fine', 'working', 'needs-you', 'disconnected', 'paused', 'empty'] as const;
export type Standing = (typeof STANDINGS)[number];

type Looked = {
  readonly companies: readonly Company[];
  readonly folders: readonly Folder[];
  /** What lies beside the folders as if it were meant for one of them. */
  readonly strays?: readonly unknown[];
  /** Something has been failing for too long. */
  readonly isDelayed?: boolean;
  /** Nothing is begun before the computer is plugged in again. */
  readonly waitsForMains?: boolean | undefined;
};

/**
 * One word of truth: never `fine` while anything is refused, unfit, held, out of reach or not yet answered.
 * What is aside needs nobody and counts for nothing; a refusal that was dealt with needs nobody any more.
 */
export function standing(counts: Counts, { companies, folders, strays = [], isDelayed = false, waitsForMains = false }: Looked): Standing {
  if (companies.length === 0) return 'empty';
  const kinds = new Set(companies.map((company) => company.connection.kind));
  if (kinds.has('invalid') || openRefusals(counts) + counts.unfit + counts.held + counts.noAnswer + counts.unproven > 0) return 'needs-you';
  if (strays.length > 0 || folders.some((folder) => folder.state !== 'present')) return 'needs-you';
  if (kinds.has('checking') || isDelayed) return 'disconnected';
  if (waitsForMains && counts.waiting > 0) return 'paused';
  if (counts.waiting + counts.uploading + counts.awaiting > 0) return kinds.has('paused') ? 'paused' : 'working';
  return kinds.has('paused') ? 'paused' : 'fine';
}
