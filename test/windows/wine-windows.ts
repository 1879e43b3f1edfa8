import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { appIds } from '../../build/package/installer/app-ids.ts';
import type { WindowsPlace } from '../../build/package/installer/windows-place.ts';
import { inRoot, inSameRoot } from '../../build/windows/in-root.ts';
import { until } from '#test/support/until.ts';
import { childOf } from './child-of.ts';
import { startWithFiles } from './start-with-files.ts';

/** A disk of its own, so that anything left behind is visible. */
const PREFIX = 'w/installer';
const STARTED = 'w/installer-started';
const START_WITHIN_MS = 120_000;
/** Windows exist and can be answered even without a screen. Wine's copies of shortcuts for Linux do not belong to Windows. */
const MAKE = [
  'wineboot -i',
  'winecfg -v win10',
  'wine reg add "HKCU\\\\Software\\\\Wine\\\\Drivers" /v Graphics /d null /f </dev/null',
  'wineserver -w',
  `wineserver -p && touch /${STARTED} && exec sleep infinity`,
].join('\n');
const OURS = { WINEPREFIX: `/${PREFIX}`, WINEDLLOVERRIDES: 'winemenubuilder.exe=d' };

export type WineWindows = WindowsPlace & {
  /** The Linux path of a path on that Windows. */
  readonly local: (path: string) => string;
  readonly close: () => Promise<void>;
};

/** Wine 10 with a new disk C: and a user who has never had Intray. */
export async function wineWindows(root: string): Promise<WineWindows> {
  for (const path of [PREFIX, STARTED]) rmSync(join(root, path), { recursive: true, force: true });
  const keep = inRoot(root, ['sh', '-c', MAKE], OURS);
  const keeper = spawn(keep.program, keep.args, { stdio: 'ignore', env: { ...keep.env } });
  const over = new Promise<void>((resolve) => keeper.once('close', () => resolve()));
  const inside = await until('Wine’s server runs', async () => existsSync(join(root, STARTED)) && childOf(keeper), START_WITHIN_MS);
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
      for (const path of [PREFIX, STARTED, 'w/installer-said']) rmSync(join(root, path), { recursive: true, force: true });
    },
  };
}
