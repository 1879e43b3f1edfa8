import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { app } from '#test/support/fake-electron/fake-electron.ts';
import { newDisk, noMounts } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_LINUX_PACKAGES, unless } from '#test/support/why-skipped.ts';
import { installation, type Installation, type Start } from './installation.ts';
import { type LoopbackFeed, loopbackFeed } from './loopback-feed.ts';
import { ALONE, exchange, mac, OWN_ROW, PENDING, type Row, ROWS, whyNot } from './ways-to-fail.ts';

describe.each(ALONE)('an update that came by itself and fails: %s', (_what, row) => {
  it('is undone: Intray is there again in the tray, says so, and tries once a day', unless(whyNot(row)), async () => {
    const { place, first } = await before(row);
    await first.untilEnded(false);
    expectBackAsItWas(place, first, row, false);
    const second = place.start();
    expectTold(second, row);
    await second.untilReady();
    expect(second.updates.view()).toMatchObject({ kind: 'ready', failed: { version: '1.1.0', why: row.why } });
    await second.pass(20 * HOUR_MS);
    expect(app.exitCode).toBeNull();
    await second.pass(DAY_MS);
    expect(app.exitCode).toBe(0);
  });
});

describe.each(Object.entries(ROWS))('an update that a person asked for and that fails: %s', (_what, row) => {
  it('is undone: Intray is there again with its window, and tries again when they ask again', unless(whyNot(row)), async () => {
    const { place, first } = await before(row);
    first.now.windowShown = true;
    await first.untilEnded(true);
    expectBackAsItWas(place, first, row, true);
    const second = place.start();
    expectTold(second, row);
    await second.untilReady();
    await second.pass(20 * HOUR_MS);
    expect(app.exitCode).toBeNull();
    await second.untilEnded(true);
  });
});

describe('an update', () => {
  it.each(['refuses', 'silent'] as const)('that Squirrel %s to take ends nothing, and is said', async (takes) => {
    const { place } = await offered({ ...mac({ takes }), why: 'refused' });
    const first = place.start();
    await first.pass(5 * MINUTE_MS);
    await vi.waitFor(
      async () => {
        await first.pass(10 * MINUTE_MS);
        expect(first.updates.view()).toMatchObject({ kind: 'current', fault: 'refused' });
      },
      { timeout: 20_000 },
    );
    expect(app.exitCode).toBeNull();
  });

  it('that fails where Intray cannot be started again either ends it: no process lives without an engine', async () => {
    const { first } = await before({ ...OWN_ROW, harm: exchange, why: 'changed' });
    vi.spyOn(app, 'relaunch').mockImplementation(() => {
      throw new Error('no such program');
    });
    await first.untilEnded(true);
    expect(app.exitCode).toBe(0);
    expect(first.log.text()).toContain('no such program');
  });

  it('that Squirrel takes and puts in place ends the app, and nothing starts it again but Squirrel', async () => {
    const { place } = await offered({ ...mac({}), why: 'refused' });
    const first = place.start();
    await first.untilReady();
    await first.untilEnded(true);
    expect([app.exitCode, app.relaunched]).toEqual([0, null]);
  });

  it('of which a newer version comes is tried at once', unless(NO_LINUX_PACKAGES), async () => {
    const { place, first, server } = await before({ Updater: KeptAppImageUpdater, harm: exchange, why: 'changed' });
    await first.untilEnded(false);
    server.offer({ version: '1.2.0' });
    const second = place.start();
    await second.untilReady();
    expect(second.updates.view()).toMatchObject({ version: '1.2.0', failed: null });
    await second.untilEnded(false);
    expect(readFileSync(join(place.folder, 'Intray.AppImage'), 'utf8')).toContain('the app 1.2.0');
  });

  it(
    'is put in place as an AppImage, from which the newer one is started without the lock in its way',
    unless(NO_LINUX_PACKAGES),
    async () => {
      const { place, first } = await before({ Updater: KeptAppImageUpdater, why: 'refused' });
      await first.untilEnded(true);
      expect(readFileSync(join(place.folder, 'Intray.AppImage'), 'utf8')).toContain('the app 1.1.0');
      expect(readdirSync(place.folder).filter((name) => /intray\.|intray-(?!updater$)/i.test(name))).toEqual(['Intray.AppImage']);
      expect([app.lockReleased, app.relaunched]).toEqual([true, null]);
      expect(readdirSync(join(place.folder, PENDING))).not.toContain('Intray-1.1.0-linux-x86_64.AppImage');
    },
  );

  it('gives an AppImage whose name holds its version the name of the new one', unless(NO_LINUX_PACKAGES), async () => {
    const { place, first } = await before({ Updater: KeptAppImageUpdater, why: 'refused' });
    const old = join(place.folder, 'Intray-1.0.0-linux-x86_64.AppImage');
    writeFileSync(old, 'the app 1.0.0');
    vi.stubEnv('APPIMAGE', old);
    await first.untilEnded(true);
    expect(existsSync(old)).toBe(false);
    expect(readFileSync(join(place.folder, 'Intray-1.1.0-linux-x86_64.AppImage'), 'utf8')).toContain('the app 1.1.0');
  });

  it('that cannot be started leaves an AppImage whose name holds its version under that name', unless(NO_LINUX_PACKAGES), async () => {
    const { place, first } = await before({
      Updater: KeptAppImageUpdater,
      offer: { holds: '#!/there/is/no/such/program\n' },
      why: 'refused',
    });
    const old = join(place.folder, 'Intray-1.0.0-linux-x86_64.AppImage');
    writeFileSync(old, 'the app 1.0.0');
    vi.stubEnv('APPIMAGE', old);
    await first.untilEnded(true);
    expect(readFileSync(old, 'utf8')).toBe('the app 1.0.0');
    expect(existsSync(join(place.folder, 'Intray-1.1.0-linux-x86_64.AppImage'))).toBe(false);
  });

  it('for which there is no place any more is seen before anything ends', async () => {
    let gone = false;
    const { first } = await before({ ...OWN_ROW, obstacle: () => (gone ? 'gone' : null), why: 'refused' });
    gone = true;
    first.updates.installNow();
    await first.pass(5 * SECOND_MS);
    expect(first.updates.view()).toEqual({ kind: 'held', obstacle: 'gone' });
    expect(app.exitCode).toBeNull();
  });

  it('where this installation cannot replace itself is not looked for, until it can', async () => {
    let held = true;
    const { place, server } = await offered({ ...OWN_ROW, obstacle: () => (held ? 'no-right' : null), why: 'refused' });
    const first = place.start();
    expect(first.updates.view()).toEqual({ kind: 'held', obstacle: 'no-right' });
    await first.pass(DAY_MS);
    expect(server.downloads()).toBe(0);
    expect(first.updates.view()).toEqual({ kind: 'held', obstacle: 'no-right' });
    held = false;
    await first.pass(5 * HOUR_MS);
    await vi.waitFor(() => expect(first.updates.view()).toMatchObject({ kind: 'ready' }), { timeout: 20_000 });
  });

  it('for which the disk has no room leaves the AppImage as it was', unless(noMounts('tmpfs')), async () => {
    const { place, first } = await before({ Updater: KeptAppImageUpdater, offer: { holds: 'x'.repeat(6_000_000) }, why: 'no-room' });
    const [point, disk] = [tempFolder(), newDisk('tmpfs')];
    disk?.mountAt(point);
    onTestFinished(() => disk?.unmount());
    const image = join(point, 'Intray.AppImage');
    writeFileSync(image, 'y'.repeat(4_000_000));
    first.around.harm = () => vi.stubEnv('APPIMAGE', image);
    await first.untilEnded(false);
    expect(readFileSync(image, 'utf8')).toBe('y'.repeat(4_000_000));
    expect(readdirSync(point)).toEqual(['Intray.AppImage']);
    expect(place.start().updates.view()).toMatchObject({ failed: { why: 'no-room' } });
  });
});

/** The first start, with a newer version ready, on a system that will not install it. */
async function before(row: Row) {
  const { place, server } = await offered(row);
  const first = place.start();
  first.around.harm = () => row.harm?.(place);
  await first.untilReady();
  return { place, first, server };
}

async function offered({ offer, squirrel, ...installed }: Row): Promise<{ place: Installation; server: LoopbackFeed }> {
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await loopbackFeed();
  server.offer({ version: '1.1.0', ...offer });
  const place = installation(server, installed);
  place.squirrel.answers = squirrel ?? {};
  return { place, server };
}

/** The process has ended and restarts itself as it was started; nothing of the attempt is left. */
function expectBackAsItWas(place: Installation, first: Start, { why }: Row, shown: boolean): void {
  expect([app.exitCode, app.relaunched]).toEqual([0, ['--profile', 'p', ...(shown ? [] : ['--hidden'])]]);
  expect(first.quitsQuietlyNext()).toBe(false);
  // The lock is held to the end, so that no other start comes in between.
  expect(app.lockReleased).toBe(false);
  expect(first.log.lines).toContainEqual(
    expect.objectContaining({ level: 'warn', fields: { version: '1.1.0', why }, message: expect.stringContaining('not put in place') }),
  );
  expect(readFileSync(join(place.folder, 'Intray.AppImage'), 'utf8')).toBe('the app 1.0.0');
  expect(readdirSync(place.folder).filter((name) => /intray\.|intray-(?!updater$)/i.test(name))).toEqual(['Intray.AppImage']);
}

function expectTold(second: Start, { why }: Row): void {
  expect(second.updates.view()).toEqual({ kind: 'current', checkedAt: null, fault: null, failed: { version: '1.1.0', why } });
}
