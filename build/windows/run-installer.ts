import { existsSync } from 'node:fs';
import { buildWindow } from '../demo/build-window.ts';
import { runProgram } from './run-program.ts';
import { runSpec } from './run-spec.ts';
import type { Run } from './run-summary.ts';

type Ask = { readonly project: string; readonly root: string; readonly say: (line: string) => void; readonly stop: AbortSignal };

const MAKENSIS = '/usr/bin/makensis';
const INSTALL = 'apt-get update -q && apt-get install -y -q --no-install-recommends nsis';

/** Builds small installers from electron-builder's scripts and ours, with the built host in place of the app, and runs them. */
export async function runInstaller(ask: Ask): Promise<Run> {
  const { say, stop } = ask;
  if (!existsSync(MAKENSIS)) {
    say('  makensis, which makes installers, with apt …');
    await runProgram({ program: 'sh', args: ['-c', INSTALL] }, { stop, stdio: ['ignore', 'ignore', 2] });
  }
  buildWindow(say);
  return runSpec({ what: 'The checks of the installer', name: 'installer' }, ask);
}
