import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DebUpdater, MacUpdater } from 'electron-updater';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';
import { PersonalNsisUpdater } from '#electron/desktop/updates/personal-nsis-updater.ts';
import { seededRandom } from '#test/support/virtual-world.ts';
import { NO_LINUX_PACKAGES, unless } from '#test/support/why-skipped.ts';
import { type Ending, finishedFeed } from './loopback-feed.ts';
import { installation, standInApp } from './installation.ts';
import type { Row } from './ways-to-fail.ts';
import { createHash } from 'node:crypto';
import process from 'node:process';
import { CheckedDebUpdater } from '#electron/desktop/updates/checked-deb-updater.ts';
import { tempFolder } from '#test/support/folders.ts';
import { triedUpdate } from '#electron/desktop/updates/tried-update.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { fetchedPackage } from '#electron/desktop/updates/updater-feed.ts';
import { withdrawnKeys } from '#electron/desktop/updates/open-updates.ts';

/** Where each updater keeps the package that installed this version. */
const KEPT: Readonly<Record<Ending, string>> = {
  AppImage: 'Intray.AppImage',
  exe: 'intray-updater/installer.exe',
  zip: 'intray-updater/update.zip',
};
const UPDATERS = { AppImage: KeptAppImageUpdater, exe: PersonalNsisUpdater, zip: MacUpdater } as unknown as Readonly<
  Record<Ending, Row['Updater']>
>;
const ENDINGS = ['AppImage', 'exe', 'zip'] as const;

const random = seededRandom(19);
/** Incompressible, like packages that are already compressed. */
const OLD = Buffer.from(random.bytes(1_500_000));
/** Changed in two places, and longer in a third, after which everything is shifted. */
const NEW = Buffer.concat([
  OLD.subarray(0, 200_000),
  Buffer.from(random.bytes(30_000)),
  OLD.subarray(230_000, 800_000),
  Buffer.from(random.bytes(5_000)),
  OLD.subarray(800_000, 1_200_000),
  Buffer.from(random.bytes(30_000)),
  OLD.subarray(1_230_000),
]);
/** Five times the share of new bytes: a part is fetched whole or not at all, and the block maps come on top. */
const RATIO_MAX = 0.25;

/** Updates an installation of 1.0.0 to a release of 1.1.0. */
async function fetchByParts(ending: Ending, change: (server: Awaited<ReturnType<typeof finishedFeed>>) => void = () => undefined) {
  const server = await finishedFeed(ending);
  await server.pack('1.0.0', OLD);
  expect(await server.announce('1.1.0', NEW)).toMatchObject({ status: 0, stderr: '' });
  const place = installation({ ...server, offer: () => undefined, downloads: () => 0 }, { Updater: UPDATERS[ending] });
  const start = place.start();
  const kept = join(place.folder, KEPT[ending]);
  mkdirSync(dirname(kept), { recursive: true });
  copyFileSync(server.pathOf('1.0.0'), kept);
  change(server);
  await start.untilReady();
  const file = readFileSync(join(place.folder, 'intray-updater/pending', `Intray-1.1.0-x64.${ending}`));
  expect(file.equals(readFileSync(server.pathOf('1.1.0')))).toBe(true);
  return { ratio: server.sent() / file.byteLength };
}

describe.each(ENDINGS)('an update by parts, of a package .%s', (ending) => {
  const skipped = ending === 'AppImage' ? NO_LINUX_PACKAGES : null;

  it('fetches what is new, and little else', unless(skipped), async () => {
    const { ratio } = await fetchByParts(ending);
    expect(ratio).toBeLessThan(RATIO_MAX);
    expect(ratio).toBeGreaterThan(0.04);
  });

  it.for(['gives the whole instead', 'says that it has some and gives the whole'] as const)(
    'is fetched whole, once, from a server that %s',
    unless(skipped),
    async (parts) => {
      const { ratio } = await fetchByParts(ending, (server) => server.setParts(parts));
      // The begun first part is thrown away; the whole file for each part would be dozens of files.
      expect(ratio).toBeGreaterThan(1);
      expect(ratio).toBeLessThan(2.5);
    },
  );
});

describe.each(['exe', 'zip'] as const)('an update of a package .%s', (ending) => {
  it('is fetched whole where the feed has no map of the older package any more', async () => {
    const { ratio } = await fetchByParts(ending, (server) => rmSync(`${server.pathOf('1.0.0')}.blockmap`));
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.1);
  });
});

const PACKAGE = 'a package of ours\n';
const missing = process.getuid?.() === 0 && existsSync('/bin/bash') ? null : 'it is installed by root, which these tests are not';

describe('a Debian package', unless(missing), () => {
  it('is installed from a copy that belongs to root alone, and the copy is gone afterwards', () => {
    const { updater, installed } = stage(CheckedDebUpdater);
    expect(updater.install(true, false)).toBe(true);
    const { path, mode, text } = installed();
    expect(text).toBe(PACKAGE);
    expect(mode).toBe('700 0');
    expect(path).not.toContain('pending');
    expect(existsSync(path)).toBe(false);
  });

  it('that was exchanged before root read it is not installed, where electron-updater’s own way installs it', () => {
    const own = stage(DebUpdater);
    writeFileSync(own.file, 'another package\n');
    expect(own.updater.install(true, false)).toBe(true);
    expect(own.installed().text).toBe('another package\n');
    const { updater, file, installed, faults } = stage(CheckedDebUpdater);
    writeFileSync(file, 'another package\n');
    expect(updater.install(true, true)).toBe(false);
    expect(installed()).toMatchObject({ text: '' });
    expect(faults).toEqual(['the package was not installed (1)']);
  });

  it('that is exchanged after root has read it is installed as it was read', () => {
    // At the moment of installing: later than any check of our own.
    const { updater, installed } = stage(CheckedDebUpdater, (file) => `echo 'another package' > '${file}'\n`);
    expect(updater.install(true, false)).toBe(true);
    expect(installed().text).toBe(PACKAGE);
  });

  it('may lie under any name', () => {
    const { updater, installed } = stage(CheckedDebUpdater, () => '', `it's "$(touch here)" & more.deb`);
    expect(updater.install(true, false)).toBe(true);
    expect(installed().text).toBe(PACKAGE);
  });
});

/** A fetched package, and a dpkg in the search path that records what it is given. */
function stage(Updater: typeof DebUpdater, first: (file: string) => string = () => '', name = 'intray.deb') {
  const folder = tempFolder();
  const [programs, pending] = [join(folder, 'programs'), join(folder, 'pending')];
  mkdirSync(programs);
  mkdirSync(pending);
  const file = join(pending, name);
  writeFileSync(file, PACKAGE);
  const note = `cp "$2" '${folder}/text'; echo "$2" > '${folder}/path'; stat -c '%a %u' "$(dirname "$2")" > '${folder}/mode'`;
  writeFileSync(join(programs, 'dpkg'), `#!/bin/sh\n${first(file)}${note}\n`);
  chmodSync(join(programs, 'dpkg'), 0o755);
  vi.stubEnv('PATH', `${programs}:${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const updater = new Updater(null, standInApp(folder));
  updater.logger = null;
  const faults: string[] = [];
  updater.on('error', ({ message }) => faults.push(message));
  const sha512 = createHash('sha512').update(PACKAGE).digest('base64');
  // As its own download leaves it.
  Object.assign(updater, {
    downloadedUpdateHelper: { file, downloadedFileInfo: { fileName: name, sha512, isAdminRightsRequired: false } },
  });
  const read = (what: string): string => (existsSync(join(folder, what)) ? readFileSync(join(folder, what), 'utf8') : '');
  return { updater, file, faults, installed: () => ({ text: read('text'), path: read('path').trim(), mode: read('mode').trim() }) };
}

describe('what is known of the last try of an update', () => {
  it('says over a restart what was tried and why it failed, and lets it be tried again after a day', () => {
    const folder = tempFolder();
    let now = 1_000;
    const start = () => triedUpdate(folder, { from: '1.0.0', now: () => now });
    expect([start().last(), start().mayTry('1.1.0')]).toEqual([null, true]);
    expect(start().note('1.1.0', 'silent')).toBe(true);
    expect(start().last()).toEqual({ version: '1.1.0', why: 'silent' });
    expect([start().mayTry('1.1.0'), start().mayTry('1.2.0')]).toEqual([false, true]);
    now += DAY_MS - 1;
    expect(start().mayTry('1.1.0')).toBe(false);
    now += 1;
    expect(start().mayTry('1.1.0')).toBe(true);
    now -= 3 * DAY_MS;
    expect(start().mayTry('1.1.0')).toBe(true);
  });

  it('is over when another version than the one that tried is there', () => {
    const folder = tempFolder();
    triedUpdate(folder, { from: '1.0.0', now: () => 0 }).note('1.1.0', 'silent');
    expect(triedUpdate(folder, { from: '1.1.0', now: () => 0 }).last()).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is nothing where its file was spoiled, and tells where it cannot be kept', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'update-tried.json'), '{"version":');
    expect(triedUpdate(folder, { from: '1.0.0', now: () => 0 }).last()).toBeNull();
    mkdirSync(join(folder, 'update-tried.json.new'));
    const tried = triedUpdate(folder, { from: '1.0.0', now: () => 0 });
    expect(tried.note('1.1.0', 'silent')).toBe(false);
    // It is still known until this start ends.
    expect(tried.mayTry('1.1.0')).toBe(false);
  });
});

describe('what updates keep on a disk that refuses it for a moment', () => {
  it('is a withdrawn key, which is written down when the feed tells of it again', () => {
    const folder = join(tempFolder(), 'later');
    const withdrawn = withdrawnKeys(folder);
    withdrawn.add(['a key']);
    expect(withdrawn.all()).toEqual(['a key']);
    mkdirSync(folder);
    withdrawn.add(['a key']);
    expect(withdrawnKeys(folder).all()).toEqual(['a key']);
  });

  it('is no package that was fetched: one that cannot be removed is found wrong again', () => {
    const path = join(tempFolder(), 'setup.exe');
    // No system removes a folder by the call that removes a file.
    mkdirSync(join(path, 'below'), { recursive: true });
    const fetched = fetchedPackage(path, []);
    fetched.discard();
    expect(fetched.isWhole()).toBe(false);
  });
});
