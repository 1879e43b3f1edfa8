import { appendFileSync, cpSync, readdirSync, rmSync, statfsSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LEFT_BYTES } from '#electron/delivery/copy-slots.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { type CommandEnd, type Host, runCommand, startHost } from '../../../build/demo/start-host.ts';
import { pause } from '../../../build/demo/pause.ts';
import { aPdf } from '#test/support/documents/pdfs.ts';
import { newDisk, noMounts, type RealDisk } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/folders.ts';
import { openStage, ownItems, type Stage } from '../kill-points/stage.ts';
import { until } from '#test/support/until.ts';
import { unless } from '#test/support/why-skipped.ts';

const TEST_MS = 240_000;
const MB = 1_048_576;
const DISK_BYTES = 32 * MB;
const BLOCK_BYTES = 4_096;
const SCANS = 16;
const FREE_BYTES = 4 * MB;

function accepted(items: readonly Item[]): number {
  return items.filter(({ state }) => state.kind === 'accepted').length;
}

/** Words that end like sentences, and no bare number. */
const SENTENCES = /^([A-Z][^\d]+\. ?)+\n$/;

type Small = {
  readonly profile: string;
  readonly disk: RealDisk;
  own(): readonly string[];
  free(): number;
  leave(bytes: number): void;
};

/** Fills the disk to its last block. */
function fill(path: string): void {
  for (const bytes of [MB, BLOCK_BYTES]) {
    try {
      for (;;) appendFileSync(path, Buffer.alloc(bytes, 1));
    } catch {
      // Full: nothing of this size fits.
    }
  }
}

/** A profile that is set up, with one scan to send, alone with a ballast file on a disk of its own. */
function aSmallDisk(stage: Stage): Small {
  stage.begin('on a small disk');
  const point = tempFolder();
  const disk = newDisk('ext4', DISK_BYTES);
  if (disk === null || !disk.mountAt(point)) throw new Error('no disk');
  const [profile, ballast] = [join(point, 'profile'), join(point, 'ballast')];
  cpSync(stage.profile, profile, { recursive: true });
  const free = (): number => {
    const { bavail, bsize } = statfsSync(point);
    return bavail * bsize;
  };
  return {
    profile,
    disk,
    own: () => readdirSync(profile),
    free,
    leave: (bytes) => {
      fill(ballast);
      truncateSync(ballast, statSync(ballast).size - bytes);
    },
  };
}

/** Runs `doctor`. `status` would say the same, since both have to open the profile. */
async function commandSays(small: Small, words: string): Promise<CommandEnd | null> {
  // Not at every moment: a start and a command hold the profile in turn.
  await pause(SECOND_MS);
  const end = await runCommand(small.profile, ['doctor']);
  return end.stderr.includes(words) ? end : null;
}

async function ended(starting: Promise<Host>): Promise<Host> {
  const host = await starting;
  onTestFinished(() => host.program.stop());
  return host;
}

async function sent(host: Host, count: number): Promise<void> {
  await until(`${count} are accepted`, async () => accepted(await ownItems(host)) === count, TEST_MS / 2);
}

describe('a small disk', unless(noMounts('ext4')), () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage();
  }, TEST_MS);
  afterAll(() => stage.close(), TEST_MS);

  test('that is full when Intray starts is waited for, the cause is said at once, and the start goes on by itself', {
    timeout: TEST_MS,
  }, async () => {
    const small = aSmallDisk(stage);
    // As left by a version without a reserve, or with the reserve used up.
    rmSync(join(small.profile, 'reserve'));
    small.leave(0);
    const starting = startHost(small.profile);
    const said = await until('a command says why', async () => commandSays(small, 'is full'));
    expect(said).toEqual({ code: 5, stdout: '', stderr: expect.stringMatching(SENTENCES) });
    small.leave(FREE_BYTES);
    const host = await ended(starting);
    expect(host.program.log()).toMatch(/The disk that holds Intray's own files is full\..+ goes on by itself\.$/m);
    expect(host.program.log()).not.toMatch(/^\d+$/m);
    await sent(host, 1);
  });

  test('that is read-only when Intray starts is waited for, the cause is said at once, and the start goes on by itself', {
    timeout: TEST_MS,
  }, async () => {
    const small = aSmallDisk(stage);
    expect(small.disk.readOnly(true)).toBe(true);
    const starting = startHost(small.profile);
    const said = await until('a command says why', async () => commandSays(small, 'may not write to its own files'));
    expect(said).toEqual({ code: 5, stdout: '', stderr: expect.stringMatching(SENTENCES) });
    expect(small.disk.readOnly(false)).toBe(true);
    const host = await ended(starting);
    expect(host.program.log()).toMatch(/Intray may not write to its own files.+ goes on by itself\.$/m);
    await sent(host, 1);
  });

  test('that filled up when Intray was killed lets the next start finish what was begun, by the room that was kept', {
    timeout: TEST_MS,
  }, async () => {
    const small = aSmallDisk(stage);
    const before = await ended(startHost(small.profile));
    await sent(before, 1);
    await until('room is kept', async () => small.own().includes('reserve'));
    await before.program.kill();
    // As after a restart of the computer; otherwise the index already has its room.
    rmSync(join(small.profile, 'journal.sqlite-shm'));
    small.leave(0);
    const host = await ended(startHost(small.profile));
    expect(small.own()).not.toContain('reserve');
    await sent(host, 1);
    expect((await host.client.overview()).disk).toEqual({ kind: 'good' });
    small.leave(FREE_BYTES);
    await until('room is kept again', async () => small.own().includes('reserve'), 2 * MINUTE_MS);
  });

  test('that fills up while Intray runs lets it finish with the room that was kept, and nobody has to make any', {
    timeout: TEST_MS,
  }, async () => {
    const small = aSmallDisk(stage);
    const host = await ended(startHost(small.profile));
    await sent(host, 1);
    await until('room is kept', async () => small.own().includes('reserve'));
    small.leave(0);
    writeFileSync(join(stage.folder, 'second.pdf'), aPdf('on a disk that is full by now'));
    await sent(host, 2);
    expect(small.own()).not.toContain('reserve');
    expect((await host.client.overview()).disk).toEqual({ kind: 'good' });
  });

  test('with 4 MB left lists and sends sixteen scans of 1 MB, is never full, and goes on after a kill', { timeout: TEST_MS }, async () => {
    const small = aSmallDisk(stage);
    rmSync(join(small.profile, 'reserve'), { force: true });
    rmSync(join(stage.folder, 'scan.pdf'));
    await stage.documents();
    small.leave(FREE_BYTES);
    const names = Array.from({ length: SCANS }, (_, n) => `scan-${n}.pdf`);
    for (const name of names) writeFileSync(join(stage.folder, name), aPdf(name, MB));
    let least = small.free();
    const watched = async (what: string, holds: (items: readonly Item[]) => boolean, host: Host): Promise<void> => {
      await until(
        what,
        async () => {
          least = Math.min(least, small.free());
          return holds(await ownItems(host));
        },
        TEST_MS / 2,
      );
    };
    const first = await ended(startHost(small.profile));
    await watched('all are listed', (items) => items.length === SCANS, first);
    await watched('some are sent', (items) => accepted(items) > 2, first);
    await first.program.kill();
    const second = await ended(startHost(small.profile));
    await watched('all are sent', (items) => accepted(items) === SCANS, second);
    // The room that a copy leaves, less some rows of the journal.
    expect(least).toBeGreaterThan(LEFT_BYTES / 4);
    expect((await second.client.overview()).disk).toEqual({ kind: 'good' });
    expect((await ownItems(second)).map(({ name }) => name).sort()).toEqual(names.sort());
    expect(await stage.documents()).toHaveLength(SCANS);
  });
});
