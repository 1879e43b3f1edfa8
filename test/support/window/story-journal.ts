import { createHash } from 'node:crypto';
import { overviewOf } from '#electron/engine/create-engine.ts';
import type { Parts } from '#electron/engine/parts.ts';
import { itemRows } from '#electron/journal/items/item-rows.ts';
import { type Journal, openJournal } from '#electron/journal/open-journal.ts';
import { defineReferenceStem } from '#electron/journal/results/reference-stem-rows.ts';
import type { JournalContext } from '#electron/journal/sqlite/journal-context.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';
import { seededRandom, virtualClock } from '../virtual-world.ts';
import type { WindowState } from './window-state.ts';

/**
 * What the engine itself says about a story: its companies, folders and documents are written into a real journal, and the overview is
 * computed from that. What no journal knows (disk, keychain, the way to the relay) is the view of that part.
 */
export function overviewFromJournal({ overview, items }: WindowState, file: string): Overview {
  const journal = filled(overview, file);
  journal.close();
  addItems({ items, overview }, file);
  const open = opened(file, []);
  try {
    return overviewOf(partsOf(open, overview), { noHost: false, folderStates: new Map() }, overview.now);
  } finally {
    open.close();
  }
}

function opened(file: string, ids: readonly string[]): Journal {
  const left = [...ids];
  const random = seededRandom(1);
  const result = openJournal(file, { clock: virtualClock(), random: { ...random, uuid: () => left.shift() ?? random.uuid() } });
  if (!result.ok) throw new Error(`the journal did not open: ${result.failure.detail}`);
  return result.value;
}

/** By the calls that companies, intake and a rebuilt journal use; new rows get the ids of the story. */
function filled({ companies, folders, recovery }: Overview, file: string): Journal {
  const journal = opened(
    file,
    [...companies, ...folders].map(({ id }) => id),
  );
  for (const { id, name, colour, integrationId, connectedAt, connection } of companies) {
    journal.companies.addCompany({ name, colour, integrationId, at: connectedAt });
    journal.companies.setConnection(id, connection);
  }
  for (const { id, companyId, importType, path, settleMs, state } of folders) {
    journal.folders.add({ companyId, importType, path, settleMs });
    journal.folders.swept(id, { state, identity: null, at: journalTime(companies) });
  }
  if (recovery !== null) journal.recovery.add(recovery);
  return journal;
}

function journalTime(companies: Overview['companies']) {
  const [first] = companies;
  if (first === undefined) throw new Error('a folder without a company');
  return first.connectedAt;
}

/** A folder that the story does not show. */
const NO_FOLDER = 'c0ffee00-0000-4000-8000-000000000000' as FolderId;

/** As rows, since a state may need many happenings. */
function addItems({ items, overview }: Pick<WindowState, 'items' | 'overview'>, file: string): void {
  const database = openDatabase(file, { busyMs: 200 });
  database.exec('PRAGMA foreign_keys = ON');
  defineReferenceStem(database);
  const rows = itemRows({ database, onRollback: () => () => {} } as unknown as JournalContext);
  const folderId = overview.folders[0]?.id;
  for (const item of items.toReversed()) {
    rows.add(
      { ...item, ...ownerOf(item, overview), sha256: contentOf(item) },
      { folderId: folderId ?? NO_FOLDER, writtenAt: item.foundAt, unread: null },
    );
  }
  database.close();
}

/** All documents of the stories have the same content, which a journal would find. */
function contentOf({ id }: Item): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Some stories show documents of a company that they leave out. */
function ownerOf({ companyId }: Item, { companies }: Overview): Pick<Item, 'companyId'> {
  const [first] = companies;
  return { companyId: companies.some(({ id }) => id === companyId) || first === undefined ? companyId : first.id };
}

function partsOf(journal: Journal, { misplaced, unfinished = [], relay, answers, vault, disk, ...overview }: Overview): Parts {
  const lastVerifiedAt = answers.quiet === undefined ? undefined : answers.quiet.lastVerifiedAt;
  const parts = {
    journal,
    intake: {
      misplaced: () => misplaced,
      ignoredMisplaced: () => overview.ignoredMisplaced ?? [],
      unfinished: () => unfinished,
      watching: () => 'events',
      passedOver: () => ({}),
    },
    results: { view: () => relay, way: () => ({ mode: answers.mode, closed: answers.closed }), heard: () => ({ lastVerifiedAt }) },
    vault: { view: () => vault, detail: () => null },
    disk: { view: () => disk },
    dates: { aheadMs: () => overview.clockAheadMs ?? null },
    other: { isThere: () => overview.isCopied === true },
    waitsForMains: () => overview.waitsForMains === true,
  };
  return parts as unknown as Parts;
}
