import { renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createIntake } from '#electron/intake/create-intake.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { watchTreeByChokidar } from '#electron/platform/watch/watch-folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { readsHere } from '#test/support/why-skipped.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, anOpenJournal, type OpenJournal } from '../journal/an-open-journal.ts';
import { type AnIntake, anIntake } from './an-intake.ts';

const [FIRST, SECOND] = [aPdf('Facture 1041'), aPdf('Facture 1042')];
const WRITTEN_AT_S = 1_700_000_000;
const NAME = 'facture.pdf';

/** Both ways leave the file's size and modification time as they were. */
const WAYS = {
  'in place': (path: string) => {
    writeFileSync(path, SECOND);
    utimesSync(path, WRITTEN_AT_S, WRITTEN_AT_S);
  },
  'by a rename': (path: string) => {
    const beside = `${path}.part`;
    writeFileSync(beside, SECOND);
    utimesSync(beside, WRITTEN_AT_S, WRITTEN_AT_S);
    renameSync(beside, path);
  },
} as const;
const ways = Object.entries(WAYS);

function first(path: string): void {
  writeFileSync(path, FIRST);
  utimesSync(path, WRITTEN_AT_S, WRITTEN_AT_S);
}

function trace(path: string): readonly number[] {
  const { size, mtimeMs } = statSync(path);
  return [size, mtimeMs];
}

/** Changes the file, and makes sure that size and time do not show it. */
function change(path: string, way: (path: string) => void): void {
  const before = trace(path);
  way(path);
  expect(trace(path)).toEqual(before);
}

function items({ journal }: OpenJournal): readonly Item[] {
  return journal.list.page({ limit: 9 }).items;
}

function hashOf(bytes: Uint8Array): string {
  return hex(nodeSha256([bytes]));
}

/** The new content is a separate document, shown beside the first one, which keeps its history. */
const BOTH = [
  { sha256: hashOf(SECOND), state: 'waiting', replaces: hashOf(FIRST) },
  { sha256: hashOf(FIRST), state: 'aside', replaces: undefined },
];

/** Newest first. */
function told(open: OpenJournal): unknown {
  const list = items(open);
  return list.map(({ sha256, state, replaces }) => ({
    sha256,
    state: state.kind,
    replaces: list.find(({ id }) => id === replaces)?.sha256,
  }));
}

const byChokidar: Files['watch'] = (path, ring) => {
  const heard = (): void => ring({ kind: 'look' });
  return watchTreeByChokidar(path, { others: () => new Set(), heard, ready: heard, failed: heard });
};

async function known(open?: OpenJournal): Promise<AnIntake> {
  const at = anIntake(open === undefined ? {} : { open });
  first(join(at.root, NAME));
  at.intake.start();
  await at.until(() => at.items().length === 1);
  return at;
}

describe('new content under the size and the time of the old', () => {
  it.each(ways)('that is written %s while Intray runs is another document', async (_way, way) => {
    const at = await known();
    change(join(at.root, NAME), way);
    await at.until(() => at.items().length === 2);
    expect(told(at.open)).toEqual(BOTH);
  });

  it.each(ways)('that was written %s while Intray did not run is another document', async (_way, way) => {
    const before = await known();
    await before.intake.close();
    before.open.journal.close();
    change(join(before.root, NAME), way);
    const open = anOpenJournal(before.open.file);
    const at = anIntake({ open, root: before.root });
    at.intake.start();
    await at.until(() => at.items().length === 1);
    expect(told(open)).toEqual(BOTH);
  });

  it.each(ways)('that is written %s is found by the watcher’s ring, long before the next sweep', async (_way, way) => {
    const open = anOpenJournal();
    const root = tempFolder();
    open.journal.folders.add({
      companyId: aCompany(open).id,
      importType: 'purchase-invoices',
      path: root,
      settleMs: 50,
      existing: 'send',
    });
    first(join(root, NAME));
    const world = { clock: nodeClock(), files: { ...nodeFiles(), watch: byChokidar }, log: recordingLog() };
    // A sweep without a ring would come only after the test's time-out.
    const intake = createIntake({ world, store: open.journal.intake, ...readsHere(), sweepEveryMs: 600_000 });
    onTestFinished(() => intake.close());
    intake.start();
    await vi.waitUntil(() => items(open).length === 1, { timeout: 10_000, interval: 5 });
    change(join(root, NAME), way);
    await vi.waitUntil(() => items(open).length === 2, { timeout: 10_000, interval: 5 });
    expect(told(open)).toEqual(BOTH);
  });
});
