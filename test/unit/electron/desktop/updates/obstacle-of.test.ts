import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { obstacleOf, type Replaced } from '#electron/desktop/updates/obstacle-of.ts';
import { newDisk, noMounts } from '#test/support/disks/mounted.ts';
import { tempFolder } from '#test/support/folders.ts';
import { NO_MODES, NO_PROC, NOT_ROOT, unless, type WhySkipped } from '#test/support/why-skipped.ts';

const ANOTHER_USER = 65_534;
const isRoot = process.getuid?.() === 0;

/** How the system answers the removal of the trial file. */
const held = (code: string) => (): void => {
  throw Object.assign(new Error(code), { code });
};

describe('an installation that cannot replace itself', () => {
  it('is told from one that can, and nothing is left of the trial', () => {
    const { image, folder } = installed();
    expect(obstacleOf({ kind: 'image', file: image })).toBeNull();
    // Unpacked: this one has no updates at all, which the updater itself says.
    expect(obstacleOf({ kind: 'image', file: undefined })).toBeNull();
    expect(obstacleOf({ kind: 'folder', path: folder })).toBeNull();
    expect(obstacleOf({ kind: 'bundle', path: folder })).toBeNull();
    expect(obstacleOf({ kind: 'package', programs: [process.execPath] })).toBeNull();
    expect(readdirSync(folder)).toEqual(['Intray.AppImage']);
  });

  it('is an AppImage that is not where it was started from', () => {
    const { image, folder } = installed();
    symlinkSync(image, join(folder, 'link'));
    for (const file of [join(folder, 'moved'), join(image, 'below a file'), join(folder, 'link'), folder]) {
      expect(obstacleOf({ kind: 'image', file })).toBe('gone');
    }
    expect(obstacleOf({ kind: 'bundle', path: join(folder, 'moved') })).toBe('gone');
    expect(obstacleOf({ kind: 'folder', path: join(folder, 'moved') })).toBe('gone');
  });

  it('lies in a place that something else makes, which takes no files', unless(NO_PROC), () => {
    expect(obstacleOf({ kind: 'image', file: '/proc/version' })).toBe('foreign-place');
  });

  it('lies on a disk that is read-only', unless(noMounts('tmpfs')), () => {
    const [point, disk] = [tempFolder(), newDisk('tmpfs')];
    disk?.mountAt(point);
    onTestFinished(() => disk?.unmount());
    writeFileSync(join(point, 'Intray.AppImage'), '');
    disk?.readOnly(true);
    expect(obstacleOf({ kind: 'image', file: join(point, 'Intray.AppImage') })).toBe('read-only');
    expect(obstacleOf({ kind: 'bundle', path: point })).toBe('read-only');
    expect(obstacleOf({ kind: 'folder', path: point })).toBe('read-only');
  });

  it('is none where a virus scanner has the trial open for a moment, and that is taken away afterwards', async () => {
    const { folder } = installed();
    expect(obstacleOf({ kind: 'folder', path: folder }, held('EBUSY'))).toBeNull();
    await vi.waitFor(() => expect(readdirSync(folder)).toEqual(['Intray.AppImage']));
    expect(obstacleOf({ kind: 'folder', path: folder }, held('EPERM'))).toBe('no-right');
  });

  it('may not be changed by this account: its file, or its folder', unless(NO_MODES, hiddenFromOthers()), () => {
    const { image, folder } = installed();
    chmodSync(image, 0o555);
    expect(asAnotherUser({ kind: 'image', file: image })).toBe('no-right');
    chmodSync(image, 0o777);
    chmodSync(folder, 0o555);
    expect(asAnotherUser({ kind: 'image', file: image })).toBe('no-right');
    expect(asAnotherUser({ kind: 'folder', path: folder })).toBe('no-right');
    expect(asAnotherUser({ kind: 'bundle', path: folder })).toBe('no-right');
    chmodSync(folder, 0o777);
    expect(asAnotherUser({ kind: 'image', file: image })).toBeNull();
    expect(readdirSync(folder)).toEqual(['Intray.AppImage']);
  });

  it('is the file of somebody else in a folder of everybody', unless(NOT_ROOT, hiddenFromOthers()), () => {
    const { image, folder } = installed();
    chmodSync(image, 0o777);
    chmodSync(folder, 0o1777);
    expect(asAnotherUser({ kind: 'image', file: image })).toBe('no-right');
  });

  it('is one that macOS runs from a copy of its own', () => {
    const bundle = join(tempFolder(), 'AppTranslocation', 'F00', 'd', 'Intray.app');
    mkdirSync(bundle, { recursive: true });
    expect(obstacleOf({ kind: 'bundle', path: bundle })).toBe('not-moved-in');
  });

  it('is a package on a computer without what installs packages', () => {
    expect(obstacleOf({ kind: 'package', programs: [process.execPath, '/there/is/no/such/program'] })).toBe('no-tools');
  });
});

function installed() {
  const folder = join(tempFolder(), 'apps');
  mkdirSync(folder);
  chmodSync(join(folder, '..'), 0o755);
  const image = join(folder, 'Intray.AppImage');
  writeFileSync(image, '');
  return { folder, image };
}

/** Root asks as another user, who must have access to the project and its Node. */
function hiddenFromOthers(): WhySkipped {
  if (!isRoot) return null;
  const other = { uid: ANOTHER_USER, gid: ANOTHER_USER, cwd: '/' };
  const reads = `require('node:fs').readFileSync(${JSON.stringify(import.meta.filename)})`;
  return spawnSync(process.execPath, ['-e', reads], other).status === 0
    ? null
    : 'the project lies in a folder of root, which no other user can look into';
}

/** No file mode keeps root out. So if these tests run as root, another user asks; otherwise the user who runs them. */
function asAnotherUser(replaced: Replaced): unknown {
  if (!isRoot) return obstacleOf(replaced);
  const source = new URL('../../../../../electron/desktop/updates/obstacle-of.ts', import.meta.url);
  const asks = `import { obstacleOf } from ${JSON.stringify(source.href)}; console.log(JSON.stringify(obstacleOf(${JSON.stringify(replaced)})))`;
  const words = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', asks];
  return JSON.parse(execFileSync(process.execPath, words, { uid: ANOTHER_USER, gid: ANOTHER_USER, cwd: '/', encoding: 'utf8' }));
}
