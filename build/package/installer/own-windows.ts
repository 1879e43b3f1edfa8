import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { appIds } from './app-ids.ts';
import type { Ended, WindowsPlace } from './windows-place.ts';

const environment = z.object({ LOCALAPPDATA: z.string(), APPDATA: z.string(), USERPROFILE: z.string() });

/** The Windows that this runs on, with the real app. */
export function ownWindows(): WindowsPlace {
  const { LOCALAPPDATA, APPDATA, USERPROFILE } = environment.parse(process.env);
  return {
    folders: { local: LOCALAPPDATA, roaming: APPDATA, desktop: `${USERPROFILE}\\Desktop` },
    ids: appIds(),
    isRealApp: true,
    run,
    start: (program, args) => {
      const child = spawn(program, args, { detached: true, stdio: 'ignore' });
      child.on('error', (error) => process.stderr.write(`${String(error)}\n`));
      child.unref();
    },
    exists: existsSync,
    write: (path, text) => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
    },
    remove: (path) => rmSync(path, { recursive: true, force: true }),
  };
}

/** Output goes to a file: an app that the installer starts would also hold a pipe open, so that it never ends. */
async function run(program: string, args: readonly string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'intray-said-'));
  const file = join(folder, 'said');
  const said = openSync(file, 'w');
  try {
    const child = spawn(program, args, { stdio: ['ignore', said, said] });
    const code = await new Promise<number | null>((done, failed) => {
      child.once('error', failed);
      child.once('exit', done);
    });
    return { code, said: readFileSync(file, 'utf8') };
  } finally {
    closeSync(said);
    // The started app may still hold it open.
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
