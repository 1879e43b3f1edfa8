import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { DiskFault } from '#shared/domain/disk.ts';
import { type Host, startHost } from '../../../build/demo/start-host.ts';
import { aPdf } from '#test/support/documents/a-pdf.ts';
import { type FailingDisk, type Fault, failingDisk, failingDiskMissing } from './failing-disk.ts';
import { openStage, type Stage } from '../kill-points/stage.ts';
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
