import { copyFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MacUpdater } from 'electron-updater';
import { describe, expect, it } from 'vitest';
import { KeptAppImageUpdater } from '#electron/desktop/updates/kept-app-image-updater.ts';
import { PersonalNsisUpdater } from '#electron/desktop/updates/personal-nsis-updater.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { NO_LINUX_PACKAGES, unless } from '#test/support/why-skipped.ts';
import { type Ending, finishedFeed } from './finished-feed.ts';
import { installation } from './installation.ts';
import type { Row } from './ways-to-fail.ts';

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
async function fetched(ending: Ending, change: (server: Awaited<ReturnType<typeof finishedFeed>>) => void = () => undefined) {
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
    const { ratio } = await fetched(ending);
    expect(ratio).toBeLessThan(RATIO_MAX);
    expect(ratio).toBeGreaterThan(0.04);
  });

  it.for(['gives the whole instead', 'says that it has some and gives the whole'] as const)(
    'is fetched whole, once, from a server that %s',
    unless(skipped),
    async (parts) => {
      const { ratio } = await fetched(ending, (server) => server.setParts(parts));
      // The begun first part is thrown away; the whole file for each part would be dozens of files.
      expect(ratio).toBeGreaterThan(1);
      expect(ratio).toBeLessThan(2.5);
    },
  );
});

describe.each(['exe', 'zip'] as const)('an update of a package .%s', (ending) => {
  it('is fetched whole where the feed has no map of the older package any more', async () => {
    const { ratio } = await fetched(ending, (server) => rmSync(`${server.pathOf('1.0.0')}.blockmap`));
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.1);
  });
});
