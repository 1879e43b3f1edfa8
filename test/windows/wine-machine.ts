import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { inRoot, inSameRoot } from '../../build/windows/in-root.ts';
import { COPY } from '../../build/windows/copy.ts';
import { until } from '#test/support/until.ts';
import { childOf, type Machine } from './office.ts';
import { startWithFiles } from './all-names.ts';
import { appIds } from '../../build/package/installer/app-ids.ts';
import type { WindowsPlace } from '../../build/package/installer/windows-place.ts';

const NODE = ['wine', '/w/package/bin/node.exe'];
const DISK = 'w/prefix/drive_c';
const HOME = 'office';
/** Exists once Wine's server runs. */
const STARTED = 'w/office-started';
/** The first Windows program after a start also starts Wine's own services. */
const START_WITHIN_MS = 60_000;

/**
 * Windows' Node under Wine 10. Wine's server runs for as long as the machine is open, so a file that one program holds open is open for the
 * others too, and a killed program leaves behind what it would leave on Windows.
 */
export async function wineMachine(root: string): Promise<Machine> {
  const started = join(root, STARTED);
  const home = join(root, DISK, HOME);
  for (const path of [started, home]) rmSync(path, { recursive: true, force: true });
  mkdirSync(home);
  const keep = inRoot(root, ['sh', '-c', `wineserver -p && touch /${STARTED} && exec sleep infinity`]);
  const keeper = spawn(keep.program, keep.args, { stdio: 'ignore', env: { ...keep.env } });
  const over = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  const inside = await until('Wine’s server runs', async () => existsSync(started) && childOf(keeper), START_WITHIN_MS);
  return {
    home,
    pathOf: (path) => `C:\\${relative(join(root, DISK), path).replaceAll('/', '\\')}`,
    // Wine has a credential store, like Windows.
    keyWords: () => [],
    node: (words, input = '') =>
      startWithFiles(inSameRoot(root, inside, ['env', '-C', `/${COPY}`, ...NODE, ...words]), {
        folder: join(root, 'w/said'),
        input,
        killBy: (child) => {
          const program = childOf(child);
          if (program !== null) process.kill(program, 'SIGKILL');
        },
      }),
    close: async () => {
      keeper.kill('SIGKILL');
      await over;
      rmSync(join(root, 'w/said'), { recursive: true, force: true });
    },
  };
}

/** A disk of its own, so that anything left behind is visible. */
const PREFIX = 'w/installer';
const WINE_WINDOWS_STARTED = 'w/installer-started';
const WINE_WINDOWS_START_WITHIN_MS = 120_000;
/** Windows exist and can be answered even without a screen. Wine's copies of shortcuts for Linux do not belong to Windows. */
const MAKE = [
  'wineboot -i',
  'winecfg -v win10',
  'wine reg add "HKCU\\\\Software\\\\Wine\\\\Drivers" /v Graphics /d null /f </dev/null',
  'wineserver -w',
  `wineserver -p && touch /${WINE_WINDOWS_STARTED} && exec sleep infinity`,
].join('\n');
const OURS = { WINEPREFIX: `/${PREFIX}`, WINEDLLOVERRIDES: 'winemenubuilder.exe=d' };

export type WineWindows = WindowsPlace & {
  /** The Linux path of a path on that Windows. */
  readonly local: (path: string) => string;
  readonly close: () => Promise<void>;
};

/** Wine 10 with a new disk C: and a user who has never had Intray. */
export async function wineWindows(root: string): Promise<WineWindows> {
  for (const path of [PREFIX, WINE_WINDOWS_STARTED]) rmSync(join(root, path), { recursive: true, force: true });
  const keep = inRoot(root, ['sh', '-c', MAKE], OURS);
  const keeper = spawn(keep.program, keep.args, { stdio: 'ignore', env: { ...keep.env } });
  const over = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  const inside = await until(
    'Wine’s server runs',
    async () => existsSync(join(root, WINE_WINDOWS_STARTED)) && childOf(keeper),
    WINE_WINDOWS_START_WITHIN_MS,
  );
  const words = Object.entries(OURS).map(([name, value]) => `${name}=${value}`);
  const started = (program: string, args: readonly string[]) =>
    startWithFiles(inSameRoot(root, inside, ['env', '-C', '/w', ...words, 'wine', program, ...args]), {
      folder: join(root, 'w/installer-said'),
      input: '',
    });
  const local = (path: string): string => {
    const [drive = '', ...parts] = path.split('\\');
    return join(root, drive === 'Z:' ? '' : `${PREFIX}/drive_c`, ...parts);
  };
  const home = 'C:\\users\\root';
  return {
    folders: { local: `${home}\\AppData\\Local`, roaming: `${home}\\AppData\\Roaming`, desktop: `${home}\\Desktop` },
    ids: appIds(),
    isRealApp: false,
    local,
    run: async (program, args) => {
      const running = started(program, args);
      const code = await running.ended;
      return { code, said: running.out().replaceAll('\r\n', '\n') };
    },
    start: (program, args) => void started(program, args),
    exists: (path) => existsSync(local(path)),
    write: (path, text) => {
      mkdirSync(dirname(local(path)), { recursive: true });
      writeFileSync(local(path), text);
    },
    remove: (path) => rmSync(local(path), { recursive: true, force: true }),
    close: async () => {
      keeper.kill('SIGKILL');
      await over;
      for (const path of [PREFIX, WINE_WINDOWS_STARTED, 'w/installer-said']) rmSync(join(root, path), { recursive: true, force: true });
    },
  };
}
