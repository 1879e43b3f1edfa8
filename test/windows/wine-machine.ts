import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, inSameRoot } from '../../build/windows/in-root.ts';
import { COPY } from '../../build/windows/copy.ts';
import { until } from '#test/support/until.ts';
import { childOf } from './child-of.ts';
import type { Machine } from './machine.ts';
import { startWithFiles } from './start-with-files.ts';

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
