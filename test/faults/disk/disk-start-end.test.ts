import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Host, startHost } from '../../../build/demo/start-host.ts';
import { type FailingDisk, type Fault, failingDisk, failingDiskMissing } from './failing-disk.ts';
import { openStage, ownItems, type Stage } from '../kill-points/stage.ts';
import { until } from '#test/support/until.ts';
import { unless } from '#test/support/why-skipped.ts';

const TEST_MS = 240_000;

type Row = readonly [step: string, fault: Fault];

/** At the end the log is checkpointed into the journal and removed. */
const AT_THE_END: readonly Row[] = [
  ['full when the log is played', { call: 'write', part: 'journal.sqlite$', error: 'ENOSPC' }],
  ['broken when the log is played', { call: 'write', part: 'journal.sqlite$', error: 'EIO' }],
  ['broken when the played log is flushed', { call: 'flush', part: 'journal.sqlite$', error: 'EIO' }],
  ['read-only when the log is taken away', { call: 'remove', part: 'journal.sqlite-wal$', error: 'EROFS' }],
];

/** The journal is backed up soon after a start that finds no backup. */
const AT_A_BACKUP: readonly Row[] = [
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
