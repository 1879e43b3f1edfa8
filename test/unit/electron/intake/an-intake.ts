import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createIntake, type Intake } from '#electron/intake/create-intake.ts';
import type { FoundFile, IntakeStore } from '#electron/intake/store.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import type { ExistingFiles, Folder } from '#shared/domain/folder/folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { NO_BLOCKS, readsHere } from '#test/support/why-skipped.ts';
import type { Files } from '#shared/ports/files.ts';
import { type RecordingLog, recordingLog, type VirtualClock } from '#test/support/virtual-world.ts';
import type { SampleFile } from '#test/support/documents/sample-files.ts';
import { untilDisk } from '#test/support/disks/until-disk.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, anOpenJournal, item, type OpenJournal } from '../journal/an-open-journal.ts';
import { fail } from '#shared/lib/result.ts';

export type AnIntake = {
  readonly root: string;
  readonly open: OpenJournal;
  readonly clock: VirtualClock;
  readonly log: RecordingLog;
  readonly intake: Intake;
  folder(): Folder;
  /** In the order in which they were enqueued. */
  readonly found: readonly FoundFile[];
  items(): readonly Item[];
  drop(sample: SampleFile, name?: string): void;
  /** Lets time pass, and gives the disk its turns in between. */
  pass(milliseconds: number): Promise<void>;
  until(done: () => boolean): Promise<void>;
};

export type Of = {
  readonly existing?: ExistingFiles;
  /** Null: as long as the scanner needs. */
  readonly settleMs?: number | null;
  readonly root?: string;
  /**
   * Replaces some of the real disk's calls, and is made from those. Virtual time waits for their answers, so that a busy machine is not
   * mistaken for a silent disk.
   */
  readonly files?: (real: Files) => Partial<Files>;
  readonly open?: OpenJournal;
  readonly room?: () => Promise<unknown> | null;
  /** Called when something will be read soon. */
  readonly ready?: () => void;
  /** The journal's disk takes this long. */
  readonly sweptMs?: number;
};

/** All doorbells off: only sweeps find files. */
export const unwatched: Pick<Files, 'watch'> = { watch: () => ({ close: () => Promise.resolve() }) };
const STEP_MS = 500;
const TURNS = 3;
/** Twenty virtual minutes: anything that a test waits for comes long before. */
const STEPS_MAX = 2_400;

/** One watched folder on the real disk, a real journal, a virtual clock. Not started. */
export function anIntake(of: Of = {}): AnIntake {
  const open = of.open ?? anOpenJournal();
  const { journal, clock } = open;
  const root = of.root ?? join(tempFolder(), 'Achats');
  mkdirSync(root, { recursive: true });
  if (journal.folders.folders().length === 0) {
    const { existing = 'send', settleMs = 5_000 } = of;
    const waits = settleMs === null ? {} : { settleMs };
    journal.folders.add({ companyId: aCompany(open).id, importType: 'purchase-invoices', path: root, existing, ...waits });
  }
  const { store, found, items } = recorded(open, of.sweptMs ?? 0);
  const log = recordingLog();
  const { files, isBusy } = counted(nodeFiles());
  const world = { clock, log, files: { ...files, ...unwatched, ...of.files?.(files) } };
  const intake = createIntake({ world, store, ...readsHere(world.files, of.ready, of.room) });
  onTestFinished(() => intake.close());
  const pass = async (milliseconds: number): Promise<void> => {
    for (let passed = 0; passed < milliseconds; passed += STEP_MS) {
      await clock.advance(Math.min(STEP_MS, milliseconds - passed));
      for (let turn = 0; turn < TURNS; turn += 1) {
        await clock.settle();
        // Virtual time waits for a busy machine: the disk has answered everything that it was asked.
        await untilDisk(() => !isBusy());
        await stat('.');
      }
    }
  };
  return {
    root,
    open,
    clock,
    log,
    intake,
    found,
    pass,
    items: () => items,
    folder: () => {
      const folder = journal.folders.folders()[0];
      if (folder === undefined) throw new Error('there is no folder');
      return folder;
    },
    drop: (sample, name = sample.name) => copyFileSync(sample.path, join(root, name)),
    until: async (done) => {
      for (let step = 0; !done(); step += 1) {
        if (step === STEPS_MAX) throw new Error('it did not happen');
        await pass(STEP_MS);
      }
    },
  };
}

/** Counts open calls of the real disk. */
function counted(real: Files): { readonly files: Files; readonly isBusy: () => boolean } {
  let asked = 0;
  const counting = async <T>(call: () => Promise<T>): Promise<T> => {
    asked += 1;
    try {
      return await call();
    } finally {
      asked -= 1;
    }
  };
  const files: Files = {
    ...real,
    stat: async (path) => counting(async () => real.stat(path)),
    list: async (path) => counting(async () => real.list(path)),
    read: async (path, options) => counting(async () => real.read(path, options)),
  };
  return { files, isBusy: () => asked > 0 };
}

/** The journal's own store, and what was put into it. */
function recorded(open: OpenJournal, sweptMs: number): { store: IntakeStore; found: FoundFile[]; items: Item[] } {
  const found: FoundFile[] = [];
  const items: Item[] = [];
  const enqueue: IntakeStore['enqueue'] = (file) => {
    const enqueued = open.journal.intake.enqueue(file);
    found.push(file);
    if (enqueued.made) items.push(item(open, enqueued.itemId));
    return enqueued;
  };
  const swept: IntakeStore['swept'] = async (folderId, seen) => {
    await open.clock.sleep(sweptMs);
    await open.journal.intake.swept(folderId, seen);
  };
  return { store: { ...open.journal.intake, enqueue, ...(sweptMs > 0 ? { swept } : {}) }, found, items };
}

/**
 * A disk that reports like a cloud-synced one about a file whose content is not there. If the real disk can store a file without blocks, it
 * reports that itself; elsewhere a file of nothing but zeros represents one. test/unit/electron/platform/files/placeholders.test.ts shows
 * which files the product treats as such.
 */
export function withoutBlocks(real: Files): Pick<Files, 'list' | 'read'> {
  if (NO_BLOCKS === null) return { list: (path) => real.list(path), read: (path, options) => real.read(path, options) };
  return {
    list: async (path) => {
      const listed = await real.list(path);
      if (!listed.ok) return listed;
      const told = listed.value.map((entry) =>
        entry.stat.kind === 'file' && isEmptied(join(path, entry.name)) ? { ...entry, special: 'placeholder' as const } : entry,
      );
      return { ...listed, value: told };
    },
    read: async (path, options) =>
      options.fetch !== true && isEmptied(path) ? fail({ kind: 'in-cloud', code: 'IN_CLOUD' }) : real.read(path, options),
  };
}

/** Whether it has a size and no content. */
export function isEmptied(path: string): boolean {
  try {
    const bytes = readFileSync(path);
    return bytes.byteLength > 0 && bytes.every((byte) => byte === 0);
  } catch {
    // It is gone, or somebody is writing it.
    return false;
  }
}
