import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { keyringMissing } from '#test/support/keyring.ts';
import { plainEnv } from '#test/support/project-text.ts';
import { pause } from '../../build/demo/pause.ts';
import type { ElectronBinary } from '../e2e/electron/intray.ts';
import { type SmokeDocument, smokeDocumentSchema, type SmokeLayout, type SmokeRow } from './smoke-table.ts';
import type { LaidOut } from './lay-out.ts';

export type SmokeBinary = Exclude<ElectronBinary, { kind: 'none' }>;
export type Start = { readonly binary: SmokeBinary; readonly laidOut: LaidOut; readonly layout: SmokeLayout; readonly folder: string };

/** All probes at their slowest, plus the first start on a machine that has never seen the program. */
const SMOKE_MS_MAX = 240_000;
const LOOK_EVERY_MS = 100;
const SCAN = 'test/support/files/Reçu boulangerie été.pdf';

/** Starts the smoke program, then once more beside the first, and adds to its results how both ended. */
export async function startSmoke(start: Start): Promise<SmokeDocument> {
  const { binary, layout, folder } = start;
  mkdirSync(folder, { recursive: true });
  const said: string[] = [];
  const first = run(start, [`--smoke-scan=${join(process.cwd(), SCAN)}`], said);
  const second = await beside(start, first, said);
  const timer = setTimeout(() => first.kill('SIGKILL'), SMOKE_MS_MAX);
  const ended = first.exitCode ?? (await once(first, 'exit').then(([code]: unknown[]) => code));
  clearTimeout(timer);
  const seen = reported(folder);
  const ended0 = (what: string, isSo: boolean, text: string): SmokeRow => {
    if (!isSo) return { what, result: 'failed', said: text.trim() };
    return binary.kind === 'electron' ? { what, result: 'ok', said: '' } : { what, result: 'not shown', said: 'by the stand-in (it did)' };
  };
  const rows: readonly SmokeRow[] = [
    ...(seen?.rows ?? []),
    ended0('The second start ends with 0', second === 0, String(second)),
    ended0(
      'The program ends with 0 when it is told to quit',
      ended === 0 && seen !== null,
      `${String(ended)} ${seen === null ? tail(said) : ''}`,
    ),
  ];
  return { program: binary.kind, layout, versions: {}, system: '', ...seen, rows: [...rows] };
}

/** Makes the second start once the first one waits for it; null if it never did. */
async function beside(start: Start, first: ReturnType<typeof run>, said: string[]): Promise<number | null> {
  const untilMs = performance.now() + SMOKE_MS_MAX;
  while (!existsSync(join(start.folder, 'waiting'))) {
    if (first.exitCode !== null || performance.now() > untilMs) return null;
    await pause(LOOK_EVERY_MS);
  }
  const second = run(start, ['--smoke-second=handed-over'], said);
  const [code] = (await once(second, 'exit')) as [number | null];
  return code;
}

function run({ binary, laidOut, layout, folder }: Start, words: readonly string[], said: string[]) {
  const missing = process.platform === 'linux' ? keyringMissing() : null;
  const all = [binary.executable, ...places({ binary, laidOut, layout }), `--smoke-folder=${folder}`, ...words];
  const isFirst = words.some((word) => word.startsWith('--smoke-scan='));
  // A second keyring would be another one, and takes time; the second start needs none.
  const [program = '', ...args] = process.platform === 'linux' && missing === null && isFirst ? [...IN_KEYRING, ...all] : all;
  const child = spawn(program, args, {
    env: { ...plainEnv(), ...homeOf(folder), ...(missing === null ? {} : { INTRAY_SMOKE_NO_KEYCHAIN: missing }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  child.on('error', (error) => said.push(error.message));
  return child;
}

/** The path of the program as an argument. Real Electron gets `--no-sandbox` only when it runs as root, where it does not start without it. */
function places({ binary, laidOut, layout }: Pick<Start, 'binary' | 'laidOut' | 'layout'>): readonly string[] {
  if (binary.kind === 'stand-in')
    return layout === 'folder' ? [laidOut.folder] : [`--stand-in-resources=${laidOut.resources}`, '--smoke-archive'];
  const asRoot = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return [...asRoot, layout === 'folder' ? laidOut.folder : join(laidOut.resources, 'app.asar')];
}

/** A session with an unlocked keyring in it, as a desktop has one. */
const IN_KEYRING = [
  'dbus-run-session',
  '--',
  'sh',
  '-c',
  'printf smoke | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"',
  'sh',
];

/** On Linux keyring and settings belong to a home; the user's own is left alone. */
function homeOf(folder: string): Record<string, string> {
  if (process.platform !== 'linux') return {};
  const [home, runtime] = [join(folder, 'home'), join(folder, 'run')];
  mkdirSync(home, { recursive: true });
  mkdirSync(runtime, { recursive: true, mode: 0o700 });
  return { HOME: home, XDG_RUNTIME_DIR: runtime };
}

function reported(folder: string): SmokeDocument | null {
  const file = join(folder, 'report.json');
  return existsSync(file) ? smokeDocumentSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
}

function tail(said: readonly string[]): string {
  return said.join('').trim().slice(-1_000);
}
