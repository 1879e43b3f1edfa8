import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { BulkArrival } from '#electron/intake/folder/bulk-arrival.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { Pending } from '#electron/intake/pending.ts';
import { isIgnored } from '#electron/intake/folder/ignored.ts';
import { aKnownFile, sampleFiles } from '#test/support/documents/sample-files.ts';
import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createIntake } from '#electron/intake/create-intake.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { readsHere } from '#test/support/why-skipped.ts';
import { recordingLog } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';
import { aCompany, anOpenJournal, type OpenJournal } from '../journal/an-open-journal.ts';
import { watchTreeByChokidar } from '#electron/platform/watch/watch-folder.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Files } from '#shared/ports/files.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { type AnIntake, anIntake } from './an-intake.ts';

describe('a name that is none of ours', () => {
  it.each([
    '.facture.pdf',
    '~$devis.docx',
    'a.pdf.part',
    'a.PDF.CRDOWNLOAD',
    'x.tmp',
    'Thumbs.db',
    'Desktop.ini',
    '.DS_Store',
    'a.pdf~',
    '.~lock.a.pdf#',
  ])('is the file %s', (name) => {
    expect(isIgnored(name, 'file')).toBe(true);
  });

  it.each(['@eaDir', '.@__thumb', '#recycle', '$RECYCLE.BIN', 'facture.pdf.download'])('is the folder %s', (name) => {
    expect(isIgnored(name, 'folder')).toBe(true);
  });

  it.each(['facture.pdf', 'FACTURE.PDF', 'partition.pdf', 'lock.pdf', '~facture.pdf', 'a.temporaire.pdf'])('is not %s', (name) => {
    expect(isIgnored(name, 'file')).toBe(false);
    expect(isIgnored(name, 'folder')).toBe(false);
  });
});

const names = (count: number, from = 0): string[] => Array.from({ length: count }, (_, n) => `${from + n}.pdf`);

const fresh = (relativePath: string, modifiedAt: number) =>
  ({ relativePath, pair: aKnownFile(9, modifiedAt), kind: 'file', special: null, isNew: true, isHeld: false }) as const;

const bulkArrivals = (bulkArrivedAt: number | null) => {
  const pending = new Pending();
  const at = { settleMs: 50, nowMs: 1_000, wallMs: 10_000 };
  pending.note([fresh('old.pdf', 4_000), fresh('new.pdf', 6_000)], {
    nowMs: 0,
    wallMs: wallMs(10_000),
    first: null,
    bulkArrivedAt: bulkArrivedAt === null ? null : wallMs(bulkArrivedAt),
    historyUntil: null,
    existing: 'send',
  });
  return pending.due(at, 9).map(({ relativePath, bulkArrival }) => [relativePath, bulkArrival]);
};

describe('the rest of a bulk arrival', () => {
  it('belongs to it when a program ended while it took it up, however little is left', () => {
    expect(bulkArrivals(5_000)).toEqual([
      ['old.pdf', true],
      ['new.pdf', false],
    ]);
  });

  it('is nothing where nobody is asked about one', () => {
    expect(bulkArrivals(null)).toEqual([
      ['old.pdf', false],
      ['new.pdf', false],
    ]);
  });
});

describe('a bulk arrival', () => {
  it('is more than fifty at once, with all that follows within a minute', () => {
    const bulkArrival = new BulkArrival();
    bulkArrival.note(names(51), 0);
    bulkArrival.note(['late.pdf'], 59_000);
    bulkArrival.note(['later.pdf'], 118_000);
    bulkArrival.note(['next-day.pdf'], 300_000);
    expect(['0.pdf', '50.pdf', 'late.pdf', 'later.pdf', 'next-day.pdf'].map((name) => bulkArrival.has(name))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is not fifty', () => {
    const bulkArrival = new BulkArrival();
    bulkArrival.note(names(50), 0);
    expect(bulkArrival.has('0.pdf')).toBe(false);
  });

  it('lets go of what was taken up, and is not kept alive by what was held already', () => {
    const bulkArrival = new BulkArrival();
    bulkArrival.note(names(60), 0);
    bulkArrival.note(names(60), 50_000);
    bulkArrival.release('0.pdf');
    bulkArrival.note(['after.pdf'], 61_000);
    expect([bulkArrival.has('0.pdf'), bulkArrival.has('after.pdf')]).toEqual([false, false]);
  });
});

describe('intake on the machine’s own clock', () => {
  it('takes up a scan by the doorbell, long before the next sweep', async () => {
    const open = anOpenJournal();
    const root = join(tempFolder(), 'Ventes');
    mkdirSync(root);
    open.journal.folders.add({ companyId: aCompany(open).id, importType: 'sales-invoices', path: root, settleMs: 50 });
    const log = recordingLog();
    const intake = createIntake({ world: { clock: nodeClock(), files: nodeFiles(), log }, store: open.journal.intake, ...readsHere() });
    onTestFinished(() => intake.close());
    intake.start();
    const folder = () => open.journal.folders.folders()[0];
    await vi.waitUntil(() => folder()?.identity, { timeout: 5_000, interval: 5 });
    copyFileSync(sampleFiles.jpeg.path, join(root, 'ticket.jpg'));
    const listed = () => open.journal.list.page({ limit: 9 }).items;
    // The next sweep is half a minute away, so this can only be the doorbell.
    await vi.waitUntil(() => listed().length === 1, { timeout: 10_000, interval: 5 });
    expect(listed()).toMatchObject([{ name: 'ticket.jpg', state: { kind: 'waiting' } }]);
  });
});

describe('npm run inspect', () => {
  it('says one line of JSON a file, and 0, whatever it is given', async () => {
    const files = [sampleFiles.invoice.path, sampleFiles.tiff.path, join(tempFolder(), 'none.pdf'), tempFolder()];
    // It rejects if the exit code is not 0.
    const { stdout } = await promisify(execFile)(process.execPath, ['electron/headless/inspect.ts', '--type', 'sales-invoices', ...files]);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map(({ file }) => file)).toEqual(files);
    expect(lines).toMatchObject([
      { verdict: 'fit', mediaType: 'application/pdf', problem: null, reference: expect.stringMatching(/^iy2[a-z2-7]{52}00$/) },
      { verdict: 'unfit', mediaType: null, problem: { kind: 'not-taken', found: 'tiff' }, reference: null },
      { verdict: 'unfit', problem: { kind: 'unreadable', code: 'ENOENT' } },
      { verdict: 'unfit', problem: { kind: 'unreadable', code: 'NOT_A_FILE' } },
    ]);
  });
});

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
