import { type ChildProcess, spawn } from 'node:child_process';
import { type EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'vite';
import type { ElectronBinary } from '../e2e/electron/intray.ts';
import { plainEnv } from '#test/support/project-text.ts';
import { layFiles } from './lay-files.ts';
import { type Electron, ORDER, type Order } from './assertion.ts';
import assert from 'node:assert/strict';
import type * as E from 'electron/main';

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

/** What takes longer than this, even on a busy machine, does not come. */
const WAIT_MS_MAX = 20_000;

/** The scheme of the assertions' pages; privileged, as ours is. */
export const SCHEME = 'behaviour';
export const PAGE = `${SCHEME}://page/`;

/** The arguments of the next `event`; an assertion that has failed by then does not wait for it. */
export function next(emitter: unknown, event: string): Promise<readonly unknown[]> {
  const heard = once(emitter as EventEmitter, event, { signal: AbortSignal.timeout(WAIT_MS_MAX) });
  heard.catch(() => undefined);
  return heard;
}

/** Says each of `events` when it comes. */
export function hear(emitter: unknown, events: readonly string[], say: (line: string) => void, who = ''): void {
  for (const event of events) (emitter as EventEmitter).on(event, () => say(`${who}${event}`));
}

/** Prevents the first of these events, and allows the later ones. */
export function stopFirst(emitter: unknown, name: string): void {
  (emitter as EventEmitter).once(name, (event: { preventDefault(): void }) => event.preventDefault());
}

type Serve = (request: Request) => Response | Promise<Response>;

/** With an invisible window, whose scheme is served by `serve`. */
export async function withWindow(
  { BrowserWindow, protocol }: Electron,
  act: (window: E.BrowserWindow) => Promise<void>,
  { serve = hello, ...options }: E.BrowserWindowConstructorOptions & { readonly serve?: Serve } = {},
): Promise<void> {
  protocol.handle(SCHEME, serve);
  const window = new BrowserWindow({ show: false, ...options });
  try {
    await act(window);
  } finally {
    window.destroy();
    protocol.unhandle(SCHEME);
  }
}

function hello(): Response {
  return new Response('<!doctype html><title>Hello</title><p>Hello</p>', { headers: { 'content-type': 'text/html' } });
}

/** The error with which `promise` rejects. */
export async function rejection(promise: Promise<unknown>): Promise<Error & { readonly code?: string; readonly errno?: number }> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof Error);
    return error;
  }
  return assert.fail('it was not rejected');
}
