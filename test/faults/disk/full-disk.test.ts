import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest';
import type { DeliveryStore } from '#electron/delivery/store.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { aLife, aService, SPOOL } from '#test/unit/electron/delivery/a-life.ts';
import { memoryFiles } from '#test/unit/electron/delivery/memory-files.ts';
import { aCompany, aFile, aFolder, anOpenJournal, item } from '#test/unit/electron/journal/an-open-journal.ts';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { type DiskType, newDisk, noMounts, type RealDisk } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/folders.ts';
import { unless } from '#test/support/why-skipped.ts';
import { type AnIntake, anIntake } from '#test/unit/electron/intake/an-intake.ts';
import type { Disk } from '#shared/domain/disk.ts';
import { type Host, startHost } from '../../../build/demo/start-host.ts';
import { badDisk } from '../kill-points/points.ts';
import { noStrace, openStage, type Stage } from '../kill-points/stage.ts';
import { until } from '#test/support/until.ts';

function setUp(change: (store: DeliveryStore) => DeliveryStore = (store) => store) {
  const open = anOpenJournal();
  const files = memoryFiles();
  const folder = aFolder(open, aCompany(open));
  files.all.set(`${folder.path}/scan.pdf`, Buffer.from('some bytes'));
  const { itemId } = open.journal.intake.enqueue(aFile(folder));
  const service = aService();
  const journal = { ...open.journal, delivery: change(open.journal.delivery) };
  const life = aLife({ ...open, journal, files, upload: async (what) => service.take(what) });
  return { ...open, ...life, files, itemId, service };
}

/** Throws, as SQLite does on a full disk, while `full` returns true. */
function refusing(full: () => boolean, name: 'begin' | 'end') {
  const refuse = (call: 'begin' | 'end'): void => {
    if (call === name && full()) throw new Error('database or disk is full');
  };
  return (store: DeliveryStore): DeliveryStore => ({
    ...store,
    begin: (...args) => {
      refuse('begin');
      return store.begin(...args);
    },
    end: (...args) => {
      refuse('end');
      return store.end(...args);
    },
  });
}

describe('a full disk', () => {
  it('that does not take the private copy keeps the file waiting, and nothing is sent', async () => {
    const all = setUp();
    all.files.full = { kind: 'full', code: 'ENOSPC' };
    await all.delivery.start();
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    const { state } = item(all, all.itemId);
    expect(state).toMatchObject({ kind: 'waiting', last: { kind: 'spool', code: 'ENOSPC' } });
    expect(state.kind === 'waiting' && state.last?.kind === 'spool' ? state.last.tries : 0).toBeGreaterThan(2);
    all.files.full = null;
    await all.clock.run(() => all.service.requests.length > 0);
    expect(item(all, all.itemId)).toMatchObject({ attempts: 1, state: { kind: 'awaiting' } });
  });

  it('that does not take the intent lets no byte leave until it does', async () => {
    let full = true;
    const all = setUp(refusing(() => full, 'begin'));
    await all.delivery.start();
    await all.clock.advance(10 * MINUTE_MS);
    expect(all.service.requests).toEqual([]);
    full = false;
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });

  it('that does not take the answer keeps the answer and the copy, and does not ask the service twice', async () => {
    let full = true;
    const all = setUp(refusing(() => full, 'end'));
    await all.delivery.start();
    await all.clock.advance(10 * MINUTE_MS);
    expect(item(all, all.itemId).state.kind).toBe('uploading');
    expect([...all.files.all.keys()].some((path) => path.startsWith(SPOOL))).toBe(true);
    full = false;
    await all.clock.advance(MINUTE_MS);
    expect(all.service.requests).toHaveLength(1);
    expect(item(all, all.itemId).state.kind).toBe('awaiting');
  });
});

function aDisk(type: DiskType): RealDisk {
  const disk = newDisk(type);
  if (disk === null) throw new Error(`no ${type}`);
  return disk;
}

function scan(root: string, name: string): void {
  writeFileSync(join(root, `${name}.pdf`), aPdf(name));
}

/** A folder that is the root of a disk, added before anything had happened on it, with three scans that came later. */
async function aFolderOn(disk: RealDisk, root: string): Promise<AnIntake> {
  disk.mountAt(root);
  const at = anIntake({ root });
  at.intake.start();
  await at.until(() => at.folder().identity !== null);
  for (const name of ['one', 'two', 'three']) scan(root, name);
  await at.until(() => at.items().length === 3);
  await at.pass(MINUTE_MS);
  return at;
}

describe.each(['tmpfs', 'ext4', 'ext4-noatime'] as const)('another disk (%s) where one was', (type) => {
  const missing = noMounts(type);

  it('is asked about, though it has the numbers of the first', unless(missing), async () => {
    const root = join(tempFolder(), 'Achats');
    const [first, second] = [aDisk(type), aDisk(type)];
    const at = await aFolderOn(first, root);
    const before = statSync(root);
    first.unmount();
    second.mountAt(root);
    for (const name of ['foreign 1', 'foreign 2', 'foreign 3']) scan(root, name);
    expect(statSync(root)).toMatchObject({ dev: before.dev, ino: before.ino });
    await at.pass(2 * MINUTE_MS);
    expect(at.folder().state).toBe('swapped');
    expect(at.items()).toHaveLength(3);
    // A memory disk is lost when it is unmounted.
    if (type === 'tmpfs') return;
    second.unmount();
    first.mountAt(root);
    scan(root, 'four');
    await at.until(() => at.items().length === 4);
    expect(at.folder().state).toBe('present');
  });

  it('is not seen in a folder from which all scans were filed away at once', unless(missing), async () => {
    const root = join(tempFolder(), 'Achats');
    const at = await aFolderOn(aDisk(type), root);
    for (const name of readdirSync(root).filter((one) => one.endsWith('.pdf'))) rmSync(join(root, name));
    await at.pass(2 * MINUTE_MS);
    expect(at.folder().state).toBe('present');
    scan(at.root, 'four');
    await at.until(() => at.items().length === 4);
  });
});

/** Real programs on a loaded machine; a postponed upload is tried again within seconds. */
const TEST_MS = 180_000;

/** A folder that met a fault is looked at again after half a minute. */
const GOES_ON_WITHIN_MS = 90_000;

const FAULTS: readonly (readonly [string, readonly string[], Disk])[] = [
  ['full below the journal', ['pwrite64:error=ENOSPC'], expect.objectContaining({ kind: 'bad', fault: 'full' })],
  ['giving errors to every flush', ['fsync:error=EIO', 'fdatasync:error=EIO'], expect.objectContaining({ kind: 'bad', fault: 'broken' })],
];

describe('a disk that is', unless(noStrace()), () => {
  let stage: Stage;
  let host: Host;
  beforeAll(async () => {
    stage = await openStage();
    stage.begin('not of these tests');
    host = await startHost(stage.profile);
    await until('that one is sent', async () => (await stage.documents()).length === 1);
  }, TEST_MS);
  afterAll(async () => {
    await host.program.stop();
    await stage.close();
  }, TEST_MS);

  test.each(FAULTS)(
    '%s lets no byte leave, is shown, and lets everything go on when it is good again',
    { timeout: TEST_MS },
    async (what, rules, seen) => {
      await until('what came before is dealt with', async () => (await host.client.overview()).standing === 'fine');
      const disk = await badDisk(host.program.pid, rules);
      onTestFinished(disk.mend);
      drop(what);
      const shown = await until('it is shown', async () => {
        const overview = await host.client.overview();
        return overview.disk.kind === 'bad' ? overview : null;
      });
      expect(shown).toMatchObject({ disk: seen, standing: 'needs-you' });
      expect(await stage.documents()).toEqual([]);
      await disk.mend();
      await sentOnce();
      expect((await host.client.overview()).disk).toEqual({ kind: 'good' });
    },
  );

  test('out of handles ends nothing, and everything goes on when there are some', { timeout: TEST_MS }, async () => {
    const disk = await badDisk(host.program.pid, ['openat:error=EMFILE']);
    onTestFinished(disk.mend);
    drop('out of handles');
    await until('it is noticed', async () => (await host.client.overview()).folders.some(({ state }) => state !== 'present'));
    expect(await stage.documents()).toEqual([]);
    await disk.mend();
    await sentOnce();
  });

  function drop(text: string): void {
    writeFileSync(join(stage.folder, `${text.replaceAll(' ', '-')}.pdf`), aPdf(text));
  }

  /** The document arrives, is answered, and stays the only one. */
  async function sentOnce(): Promise<void> {
    const first = await until(
      'it goes on',
      async () => {
        const documents = await stage.documents();
        return documents.length > 0 ? documents : null;
      },
      GOES_ON_WITHIN_MS,
    );
    await until('all is answered', async () => (await host.client.overview()).standing === 'fine');
    expect([...first, ...(await stage.documents())]).toHaveLength(1);
    expect(host.program.running()).toBe(true);
  }
});
