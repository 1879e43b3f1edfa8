import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DiskFault } from '#shared/domain/disk.ts';
import { type Host, startHost } from '../../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { type FailingDisk, failingDisk, failingDiskMissing, type Fault } from './failing-disk.ts';
import { openStage, ownItems, type Stage } from '../kill-points/stage.ts';
import { until } from '#test/support/until.ts';
import { unless } from '#test/support/why-skipped.ts';

/** Real programs on a loaded machine; what met a fault is tried again within half a minute. */
const TEST_MS = 240_000;
const GOES_ON_WITHIN_MS = 120_000;
const ANSWER_AFTER_MS = 2_000;

type Row = readonly [step: string, fault: Fault, shown: DiskFault | null];

const SPOOL = '/spool/';
const LOG = 'journal.sqlite-wal$';

/** Steps before which no byte may leave. */
const BEFORE: readonly Row[] = [
  ['full when the copy is made', { call: 'open', part: SPOOL, error: 'ENOSPC' }, 'full'],
  ['read-only when the copy is made', { call: 'open', part: SPOOL, error: 'EROFS' }, 'read-only'],
  ['held by another program when the copy is made', { call: 'open', part: SPOOL, error: 'EBUSY' }, 'held'],
  ['full when the copy is written', { call: 'write', part: SPOOL, error: 'ENOSPC' }, 'full'],
  ['broken when the copy is flushed', { call: 'flush', part: SPOOL, error: 'EIO' }, 'broken'],
  ['broken when the folder of the copy is flushed', { call: 'flush', part: '/spool$', error: 'EIO' }, 'broken'],
  ['full when the file is noted', { call: 'write', part: LOG, error: 'ENOSPC' }, 'full'],
  ['broken when the note of the file is flushed', { call: 'flush', part: LOG, error: 'EIO' }, 'broken'],
  // The intent's, or that of a sweep that ends meanwhile: no byte leaves before both.
  ['broken at the flush after that', { call: 'flush', part: LOG, error: 'EIO', skip: 1 }, 'broken'],
];
/** After the request: the document is there, and must not be sent again. */
const AFTER: readonly Row[] = [['read-only when the copy is removed', { call: 'remove', part: SPOOL, error: 'EROFS' }, null]];

describe('a disk that is', unless(failingDiskMissing()), () => {
  let stage: Stage;
  let disk: FailingDisk;
  let host: Host;
  beforeAll(async () => {
    stage = await openStage();
    disk = failingDisk();
    stage.begin('before anything fails');
    host = await startHost(stage.profile, disk.env);
    await fine();
    await stage.documents();
  }, TEST_MS);
  afterAll(async () => {
    await host.program.stop();
    disk.close();
    await stage.close();
  }, TEST_MS);

  test.each(BEFORE)('%s lets no byte leave, is told, and the document goes once it is good', { timeout: TEST_MS }, async (...row) => {
    await meet(row);
    expect(await stage.documents()).toEqual([]);
    disk.mend();
    await sent(row);
    expect(await stage.documents()).toHaveLength(1);
  });

  test.each(AFTER)('%s sends nothing twice', { timeout: TEST_MS }, async (...row) => {
    await meet(row);
    expect(await stage.documents()).toHaveLength(1);
    disk.mend();
    await sent(row);
    expect(await stage.documents()).toEqual([]);
  });

  test('broken when the answer is flushed sends nothing twice', { timeout: TEST_MS }, async () => {
    const row: Row = ['broken when the answer is flushed', { call: 'flush', part: LOG, error: 'EIO' }, 'broken'];
    await stage.parts.control.setSwitches({ importLatencyMs: ANSWER_AFTER_MS });
    drop(row);
    await until('the service has recorded it', async () => (await stage.documents()).length === 1);
    await meet(row, () => undefined);
    await stage.parts.control.setSwitches({ importLatencyMs: 0 });
    disk.mend();
    await sent(row);
    expect(await stage.documents()).toEqual([]);
  });

  test('good again has kept all documents, and the next start finds nothing half', { timeout: TEST_MS }, async () => {
    const before = await host.client.overview();
    await host.program.stop();
    host = await startHost(stage.profile, disk.env);
    await fine();
    expect((await host.client.overview()).counts).toEqual(before.counts);
    // Files that this start itself writes are half-written for a moment.
    const half = (): string[] => stage.own().filter((name) => name.startsWith('spool/') || name.includes('.part'));
    await until('nothing lies there half', async () => half().length === 0);
  });

  function drop([step]: Row): void {
    writeFileSync(join(stage.folder, `${step.replaceAll(' ', '-')}.pdf`), aPdf(step));
  }

  /** A document arrives while the disk has this fault, or whatever `during` does. */
  async function meet(row: Row, during: (row: Row) => void = drop): Promise<void> {
    const [, fault, shown] = row;
    // Otherwise the next copy overwrites this one, and there is no new name to flush.
    if (during === drop) await until('no copy lies there any more', async () => stage.own().every((name) => !name.startsWith('spool/')));
    disk.fail(fault);
    onTestFinished(() => disk.mend());
    during(row);
    await until('it is met', async () => disk.struck() > 0);
    if (shown === null) return;
    const told = await until('it is told', async () => {
      const overview = await host.client.overview();
      return overview.disk.kind === 'bad' ? overview : null;
    });
    expect(told).toMatchObject({ disk: { kind: 'bad', fault: shown }, standing: 'needs-you' });
  }

  async function sent([step]: Row): Promise<void> {
    const name = `${step.replaceAll(' ', '-')}.pdf`;
    const isAccepted = async (): Promise<boolean> => {
      const { items } = await host.client.items.list({ limit: 100 });
      return items.some((item) => item.name === name && item.state.kind === 'accepted');
    };
    await until('it is accepted', isAccepted, GOES_ON_WITHIN_MS);
    await fine();
    expect(host.program.running()).toBe(true);
  }

  async function fine(): Promise<void> {
    await until('all is fine', async () => {
      const { standing, disk: seen, counts } = await host.client.overview();
      return standing === 'fine' && seen.kind === 'good' && counts.accepted > 0;
    });
  }
});

type DiskStartEndRow = readonly [step: string, fault: Fault];

/** At the end the log is checkpointed into the journal and removed. */
const AT_THE_END: readonly DiskStartEndRow[] = [
  ['full when the log is played', { call: 'write', part: 'journal.sqlite$', error: 'ENOSPC' }],
  ['broken when the log is played', { call: 'write', part: 'journal.sqlite$', error: 'EIO' }],
  ['broken when the played log is flushed', { call: 'flush', part: 'journal.sqlite$', error: 'EIO' }],
  ['read-only when the log is taken away', { call: 'remove', part: 'journal.sqlite-wal$', error: 'EROFS' }],
];

/** The journal is backed up soon after a start that finds no backup. */
const AT_A_BACKUP: readonly DiskStartEndRow[] = [
  ['full when the backup is begun', { call: 'open', part: '/backups/', error: 'ENOSPC' }],
  ['full when the backup is written', { call: 'write', part: '/backups/', error: 'ENOSPC' }],
  ['broken when the backup is flushed', { call: 'flush', part: '/backups/', error: 'EIO' }],
  ['read-only when the backup is put in its place', { call: 'rename', part: '/backups/', error: 'EROFS' }],
];

describe('a disk that is', unless(failingDiskMissing()), () => {
  let stage: Stage;
  let disk: FailingDisk;
  beforeAll(async () => {
    stage = await openStage();
    disk = failingDisk();
  }, TEST_MS);
  afterAll(async () => {
    disk.mend();
    disk.close();
    await stage.close();
  }, TEST_MS);

  test.each(AT_THE_END)('%s loses nothing that was noted, and the next start goes on', { timeout: TEST_MS }, async (step, fault) => {
    const host = await sentOne(step);
    disk.fail(fault);
    await host.program.stop();
    expect(disk.struck()).toBeGreaterThan(0);
    disk.mend();
    await goesOn();
  });

  test.each(AT_A_BACKUP)('%s leaves no half of one, and hinders nothing', { timeout: TEST_MS }, async (step, fault) => {
    stage.begin(step);
    rmSync(join(stage.profile, 'backups'), { recursive: true, force: true });
    disk.fail(fault);
    const host = await aHost();
    await until('it is met', async () => disk.struck() > 0);
    await oneAccepted(host);
    await host.program.stop();
    disk.mend();
    await goesOn();
    expect(backups().filter((name) => !name.endsWith('.sqlite'))).toEqual([]);
    expect(backups()).toHaveLength(1);
  });

  test('read-only when the journal is opened is waited for, touches nothing, and the start goes on by itself', {
    timeout: TEST_MS,
  }, async () => {
    stage.begin('opened');
    disk.fail({ call: 'open', part: 'journal.sqlite', error: 'EROFS' });
    const starting = aHost();
    await until('it is tried again', async () => disk.struck() > 10);
    expect(stage.own().filter((name) => /damaged|anew|host.json/.test(name))).toEqual([]);
    disk.mend();
    const host = await starting;
    expect(host.program.log()).toMatch(/gives errors, or does not let them be opened\..+goes on by itself\./);
    await oneAccepted(host);
  });

  test('broken when the journal is first written says so, sends nothing, and goes on when it is good', { timeout: TEST_MS }, async () => {
    stage.begin('first written');
    await stage.documents();
    disk.fail({ call: 'write', part: 'journal.sqlite-wal$', error: 'EIO' });
    const host = await aHost();
    await until('it is told', async () => (await host.client.overview()).disk.kind === 'bad');
    expect(await stage.documents()).toEqual([]);
    disk.mend();
    await oneAccepted(host);
  });

  async function aHost(): Promise<Host> {
    const host = await startHost(stage.profile, disk.env);
    onTestFinished(() => host.program.stop());
    return host;
  }

  async function sentOne(text: string): Promise<Host> {
    stage.begin(text);
    const host = await aHost();
    await oneAccepted(host);
    return host;
  }

  async function oneAccepted(host: Host): Promise<void> {
    const isAccepted = async (): Promise<boolean> => (await ownItems(host)).map(({ state }) => state.kind).join() === 'accepted';
    await until('one is accepted', isAccepted, TEST_MS / 2);
    expect(await host.client.overview()).toMatchObject({ disk: { kind: 'good' }, recovery: null });
  }

  /** Everything is there, and nothing is sent again. */
  async function goesOn(): Promise<void> {
    await stage.documents();
    const host = await aHost();
    await oneAccepted(host);
    await until('a backup is there', async () => backups().some((name) => name.endsWith('.sqlite')));
    expect(await stage.documents()).toEqual([]);
    expect(await ownItems(host)).toMatchObject([{ state: { kind: 'accepted' }, attempts: 1 }]);
  }

  function backups(): readonly string[] {
    return stage
      .own()
      .filter((name) => name.startsWith('backups/'))
      .map((name) => name.replace('backups/', ''));
  }
});
