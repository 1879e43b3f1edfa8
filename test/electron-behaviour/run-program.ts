import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vite';
import type { ElectronBinary } from '../e2e/electron/intray.ts';
import { plainEnv } from '#test/support/project-text.ts';
import { layFiles } from './lay-files.ts';
import { ORDER, type Order } from './assertion.ts';

export type Binary = Exclude<ElectronBinary, { kind: 'none' }>;

/** A run that takes longer hangs. */
const RUN_MS_MAX = 100_000;

/** Builds the program under test into `folder`, as an app that Electron starts. */
export async function buildProgram(folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'program', 'main.ts'),
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: { external: [/^electron\//, /^node:/], output: { format: 'es', entryFileNames: 'main.js' } },
    },
  });
  const manifest = { name: 'electron-behaviour', version: '1.2.3', type: 'module', main: 'main.js' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
}

type Run = { readonly binary: Binary; readonly app: string; readonly folder: string; readonly run: Order['run'] };

/** Starts it once, in a folder of its own; returns what it said, and how it ended. */
export async function runProgram({
  binary,
  app,
  folder,
  run,
}: Run): Promise<{ readonly said: readonly unknown[]; readonly code: number | null }> {
  layFiles(join(folder, 'files'));
  const words = [...(process.platform === 'linux' ? ['--no-sandbox'] : []), app, `--user-data-dir=${join(folder, 'user-data')}`];
  const out = join(folder, 'said.jsonl');
  const order: Order = {
    place: binary.kind,
    run,
    folder: join(folder, 'files'),
    out,
    program: { executable: binary.executable, words },
  };
  const child = spawn(binary.executable, words, { stdio: 'ignore', env: { ...plainEnv(), [ORDER]: JSON.stringify(order) } });
  const code = await ended(child);
  const said = existsSync(out) ? readFileSync(out, 'utf8').trimEnd().split('\n') : [];
  return { said: said.map((line): unknown => JSON.parse(line)), code };
}

async function ended(child: ChildProcess): Promise<number | null> {
  const late = setTimeout(() => child.kill('SIGKILL'), RUN_MS_MAX);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(late);
  return code;
}
