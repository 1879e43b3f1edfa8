import type { DatabaseSync } from 'node:sqlite';
import type { DeliveryStore } from '#electron/delivery/store.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import type { KeyStore, ProofStore, SecondLookStore } from '#electron/results/store.ts';
import type { TidyStore } from '#electron/tidy/store.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { checkDatabase, copyDatabase } from '../platform/sqlite/copy-database.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { databasePath } from '../platform/sqlite/database-path.ts';
import { migrate, openDatabase } from '#shared/node/sqlite/open-database.ts';
import { openFiles } from '../platform/sqlite/open-files.ts';
import type { Clock, Random } from '#shared/ports/world.ts';
import { allTheSameRows } from './items/release/all-the-same-rows.ts';
import type { JournalContext } from './sqlite/journal-context.ts';
import { type CompanyRows, companyRows, type TroubleRows, troubleRows } from './companies/company-rows.ts';
import {
  type DelayRows,
  delayRows,
  type NoteRows,
  noteRows,
  otherTypeRows,
  type TypeDecisionRows,
  typeDecisionRows,
} from './items/type-decision-rows.ts';
import { diskFaultOf, sqliteCodeOf, type StartDiskFault } from './sqlite/disk-fault.ts';
import { entriesRows } from './items/entries-rows.ts';
import { deliveryRows } from './items/delivery-rows.ts';
import { eventMatch } from './results/event-match.ts';
import { windowUploadRows } from './items/files/upload-from-window-rows.ts';
import { type BulkArrivalRows, bulkArrivalRows } from './items/files/bulk-arrival-rows.ts';
import { type FolderRows, folderRows, writerRows } from './companies/folder-rows.ts';
import { type MappingRows, mappingRows } from './companies/mapping-rows.ts';
import { goneRows } from './items/files/gone-rows.ts';
import { intakeRows, type IntakeRows } from './items/intake-rows.ts';
import { itemOf } from './items/item-columns.ts';
import { lineKeyRows } from './items/line-key-rows.ts';
import { type ItemRows, itemRows } from './items/item-rows.ts';
import { type ListRows, listRows } from './items/list/list-rows.ts';
import type { Durability } from './sqlite/group-commit.ts';
import { OwnFlushes } from './sqlite/own-flushes.ts';
import { playLog } from '../platform/sqlite/play-log.ts';
import { MIGRATIONS } from './schema.ts';
import { once } from '#shared/async/single-flight.ts';
import { keyRows } from './results/key-rows.ts';
import { type NoAnswerRows, noAnswerRows, type UnprovenRows, unprovenRows } from './results/no-answer-rows.ts';
import { type RecoveryRows, recoveryRows, type SettingRows, settingRows, type SetUpRows, setUpRows } from './profile/set-up-rows.ts';
import { type GivenFileRows, givenFileRows } from './items/given-file-rows.ts';
import type { ExpectedDocuments } from './items/expected-documents.ts';
import { type MonthRows, monthRows } from './items/month-rows.ts';
import { pageFingerprintRows } from './items/page-fingerprint-rows.ts';
import { followedFolders } from './items/pair-rows.ts';
import { folderNoteRows } from './items/folder-note-rows.ts';
import { type SentBeforeRows, sentBeforeRows } from './items/sent-before-rows.ts';
import { newSubfolderRows } from './items/files/new-subfolder-rows.ts';
import { type ResultRows, resultRows } from './results/result-rows.ts';
import { secondLookRows } from './results/second-look-rows.ts';
import { sentNameRows, submissionRows } from './items/submission-rows.ts';
import { type ResolvedRows, resolvedRows } from './items/resolved-rows.ts';
import { defineReferenceStem, referenceStemRows } from './results/reference-stem-rows.ts';
import { tidyRows } from './items/tidy-rows.ts';
import { transactions } from './sqlite/transactions.ts';

/** Another process holds the profile until it ends, so a long wait is no use. */
const BUSY_MS = 200;

/** A check reads every page: half a second per gigabyte if it is cached. A larger file is checked only through its daily backup. */
const CHECKED_BYTES_MAX = 256 * 1_048_576;

/**
 * `in-use`: another program has it open. `newer`: a newer version wrote it, and it is left alone. `damaged`: it is no longer a journal.
 * `absent`: it is empty or missing where it must exist. `full`, `read-only`, `held`, `broken`: the disk does not allow reads or writes now.
 * `unreadable`: another reason, which waiting does not fix.
 */
export type JournalFault = {
  readonly kind: 'in-use' | 'newer' | 'damaged' | 'absent' | 'unreadable' | StartDiskFault;
  /** For the log, not for a user. */
  readonly detail: string;
};

export type Journal = {
  readonly items: Pick<ItemRows, 'get' | 'counts'>;
  readonly intake: IntakeRows;
  readonly delivery: DeliveryStore;
  readonly results: ResultRows;
  readonly secondLook: SecondLookStore;
  readonly keys: KeyStore;
  /** Its first use loads it. */
  readonly proofs: () => Promise<ProofStore>;
  readonly noAnswers: NoAnswerRows;
  readonly companies: CompanyRows;
  readonly folders: FolderRows;
  readonly mappings: MappingRows;
  readonly list: ListRows;
  readonly delays: DelayRows;
  readonly troubles: TroubleRows;
  readonly bulkArrivals: BulkArrivalRows;
  readonly sentBefore: Pick<SentBeforeRows, 'groups' | 'answer'>;
  readonly months: MonthRows;
  /** Loaded when it is first asked for. */
  expected(): Promise<ExpectedDocuments>;
  readonly typeDecisions: TypeDecisionRows;
  readonly notes: NoteRows;
  readonly unproven: UnprovenRows;
  readonly resolved: Pick<ResolvedRows, 'resolve' | 'unresolve'>;
  readonly givenFiles: GivenFileRows;
  readonly settings: SettingRows;
  readonly recovery: RecoveryRows;
  readonly setUp: SetUpRows;
  /** Makes a complete, private copy of the current state while work goes on; rejects with the disk's error. */
  copyTo(file: string): Promise<void>;
  readonly tidy: TidyStore;
  /** After a start nothing is under way: every interrupted upload waits for its next attempt. Returns how many there were. */
  restart(): number;
  /** Joins several writes in one commit; each promise resolves when its write is durable. Calls to the members above inside `work` are part of it. */
  join<T>(work: () => T): Promise<T>;
  /** Rings after every change: "look again". Returns a function that unsubscribes. */
  onChange(ring: () => void): () => void;
  /** Reports the outcome of each write: the disk's fault, or null on success. */
  onDisk(tell: (fault: DiskFault | null) => void): void;
  /** Whether the files are still where they were opened; until they are back, nothing is written. The finding is reported to `onDisk`. */
  isInPlace(): boolean;
  /** Copies the log into the database and frees its disk space, if the disk allows that now. */
  shrinkLog(): void;
  /** Calls `act` once all that can be read now is on the disk; at once if it is. */
  whenDurable(act: () => void): void;
  close(): void;
};

export type JournalWorld = {
  readonly clock: Clock;
  readonly random: Random;
  /** Copies the journal of an older version before it is migrated. */
  readonly beforeMigration?: (database: DatabaseSync, version: number) => void;
  /** Instead of the product's own: a step that a test made up. */
  readonly migrations?: readonly string[] | undefined;
  /** Fail with `absent` instead of creating a new journal. */
  readonly mustExist?: boolean;
  /**
   * Commits are flushed by a thread of our own (ADR-2), and this is called if the program has to end without closing the journal. Without it SQLite
   * flushes within each commit, as in a simulation.
   */
  readonly onLost?: (() => void) | undefined;
};

/**
 * The one durable memory of this installation: SQLite with a write-ahead log that is flushed at every commit, locked exclusively until
 * `close` or the end of the process (invariant 16). Fails, with the file untouched, if it is not ours to open.
 */
export function openJournal(file: string, world: JournalWorld): Result<Journal, JournalFault> {
  let database: DatabaseSync | null = null;
  try {
    database = openDatabase(file, { busyMs: BUSY_MS });
    database.exec('PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT;');
    const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0);
    const migrations = world.migrations ?? MIGRATIONS;
    if (version > migrations.length) {
      database.close();
      return fail({ kind: 'newer', detail: String(version) });
    }
    const flaw = version === 0 && world.mustExist === true ? 'absent' : isWhole(database) ? null : 'damaged';
    if (flaw !== null) {
      database.close();
      return fail({ kind: flaw, detail: 'CHECK' });
    }
    if (version > 0 && version < migrations.length) world.beforeMigration?.(database, version);
    migrate(database, migrations);
    defineReferenceStem(database);
    return ok(journalOf({ database, ...world, ...transactions(database, databasePath(file), durabilityOf(database, file, world)) }));
  } catch (error) {
    database?.close();
    return fail(faultOf(error));
  }
}

type Said = (fault: DiskFault | null) => void;

function durabilityOf(database: DatabaseSync, file: string, { clock, onLost }: JournalWorld): ((said: Said) => Durability) | undefined {
  if (onLost === undefined) return undefined;
  // Our flushes begin with an empty log, and the pages of an earlier one are on the disk.
  playLog(database);
  const files = openFiles(file);
  return (said) => new OwnFlushes({ database, files, clock, said, onLost });
}

function isWhole(database: DatabaseSync): boolean {
  const pages = Number(database.prepare('PRAGMA page_count').get()?.['page_count'] ?? 0);
  const pageBytes = Number(database.prepare('PRAGMA page_size').get()?.['page_size'] ?? 0);
  return pages * pageBytes > CHECKED_BYTES_MAX || checkDatabase(database, 'quick');
}

/** The rows that others are made of. */
function sharedRows(base: JournalContext) {
  const [items, stems] = [itemRows(base), referenceStemRows(base)];
  const otherTypes = otherTypeRows(base, stems);
  const companies = companyRows(base, { items, stems });
  const [folders, pages, lineKeys] = [folderRows(base), pageFingerprintRows(base), lineKeyRows(base)];
  const [sentNames, gone, mappings] = [sentNameRows(base), goneRows(base, items), mappingRows(base, { folders, items })];
  const sentBefore = sentBeforeRows(base, { items, pages, folders });
  const folderNotes = folderNoteRows(base, { items, folders });
  const allTheSame = allTheSameRows({ items, companies, otherTypes, sentNames });
  const [submissions, resolved] = [submissionRows(base, { items, lineKeys }), resolvedRows(base, items)];
  const events = eventMatch(base, { items, submissions, resolved, stems });
  const rows = { items, folders, gone, stems, otherTypes, companies, submissions, resolved, events };
  return { ...rows, allTheSame, sentNames, pages, sentBefore, folderNotes, lineKeys, mappings };
}

function journalOf(base: JournalContext): Journal {
  const shared = sharedRows(base);
  const { items, folders, companies, stems, events, submissions, resolved, otherTypes, sentBefore, mappings } = shared;
  const [drops, newSubfolders, givenFiles] = [windowUploadRows(base), newSubfolderRows(base), givenFileRows(base, { items, folders })];
  const [settings, unproven] = [settingRows(base), unprovenRows(base, { items, submissions, stems })];
  const results = resultRows(base, { companies, events, items });
  const notes = noteRows(base, items);
  const list = listRows(base, { ...shared, drops, newSubfolders });
  return {
    items,
    companies,
    folders: followedFolders(base, { folders, items }),
    mappings,
    intake: intakeRows(base, { ...shared, drops, givenFiles, newSubfolders, writers: writerRows(base) }),
    delivery: deliveryRows(base, { ...shared, entries: entriesRows(base, shared) }),
    keys: keyRows(base),
    proofs: async () => (await import('./results/proof-rows.ts')).proofRows(base),
    noAnswers: noAnswerRows(base, items),
    results,
    secondLook: secondLookRows(base, { takeVerified: results.takeVerified, events, unproven }),
    bulkArrivals: bulkArrivalRows(base, items),
    sentBefore,
    list,
    typeDecisions: typeDecisionRows(base, { items, otherTypes, allow: (itemIds) => list.allow(itemIds) }),
    months: monthRows(base),
    expected: once(async () => (await import('./items/expected-documents.ts')).expectedDocuments(base, { companies, notes })),
    notes,
    unproven,
    resolved,
    givenFiles,
    delays: delayRows(base),
    troubles: troubleRows(base),
    settings,
    recovery: recoveryRows(base),
    setUp: setUpRows(base, { settings, stems, mappings, folders }),
    tidy: tidyRows(base),
    restart: restarting(base, { items, companies }),
    ...ofTheFile(base),
  };
}

type OfTheFile = Pick<Journal, 'copyTo' | 'join' | 'onChange' | 'onDisk' | 'isInPlace' | 'shrinkLog' | 'whenDurable' | 'close'>;

/** What is said of the file itself, whatever is in it. */
function ofTheFile(base: JournalContext): OfTheFile {
  return {
    copyTo: (file) => copyDatabase(base.database, file),
    join: (work) => base.join(work),
    onChange: (ring) => base.onCommit(ring),
    onDisk: (tell) => base.onDisk(tell),
    isInPlace: () => base.isInPlace(),
    shrinkLog: () => void base.emptyLog(),
    whenDurable: (act) => base.whenDurable(act),
    close: () => base.close(),
  };
}

type RestartDeps = { readonly items: ItemRows; readonly companies: CompanyRows };

function restarting(base: JournalContext, { items, companies }: RestartDeps): Journal['restart'] {
  const underWay = base.database.prepare("SELECT * FROM items WHERE kind = 'uploading'");
  return () =>
    base.transact(() => {
      const now = base.clock.wallMs();
      const rows = underWay.all();
      for (const row of rows) items.apply(itemOf(row), { kind: 'restarted' }, now);
      companies.putAway();
      return rows.length;
    });
}

function faultOf(error: unknown): JournalFault {
  const code = sqliteCodeOf(error);
  const disk = diskFaultOf(error);
  // An error with neither an SQLite code nor a disk fault is a bug, not a fault of the file.
  if (code === null && disk === null) throw error;
  const detail = code === null ? codeOf(error) : String(Reflect.get(Object(error), 'errcode'));
  return { kind: disk ?? KINDS[code ?? 0] ?? 'unreadable', detail };
}

/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CORRUPT and SQLITE_NOTADB, by their primary codes. */
const KINDS: Readonly<Record<number, JournalFault['kind']>> = { 5: 'in-use', 6: 'in-use', 11: 'damaged', 26: 'damaged' };
