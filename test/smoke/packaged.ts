import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { pause } from '../../build/demo/pause.ts';
import { removeLater } from './lay-out.ts';

/**
 * `npm run smoke:packaged -- [FOLDER]`: starts what `npm run package` has just packaged, as a user's computer would at log-in, with a
 * profile of its own, and waits until the tray is there. All fuses are blown and the archive's hash is checked: this is the program that is
 * released. On macOS its signature is verified first. Exits with 1 if the tray does not come.
 */
const FOLDER = resolve(process.argv[2] ?? 'release');
/** The first start, on a machine whose system scans each new program. */
const START_MS_MAX = 120_000;
const LOOK_EVERY_MS = 250;
/** The last line that it logs at a start (electron/main.ts). */
const STARTED = 'the tray is there';

const MAC = process.arch === 'arm64' ? 'mac-arm64' : 'mac';
const PROGRAMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: `${MAC}/Intray.app/Contents/MacOS/Intray`,
  win32: 'win-unpacked/Intray.exe',
};
const program = join(FOLDER, PROGRAMS[process.platform] ?? 'linux-unpacked/intray');
const lines = [existsSync(program) ? signature() : `there is no ${program}: npm run package`];
if (lines[0] === null) lines.push(await started());
const wrong = lines.filter((line) => line !== null);
const said = wrong.length === 0 ? 'What was packaged starts' : `What was packaged does not start: ${wrong.join(' ')}`;
process.stdout.write(`${said}\n`);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary !== undefined) appendFileSync(summary, `${wrong.length === 0 ? '✅' : '❌'} ${said}\n`);
process.exit(wrong.length === 0 ? 0 : 1);

/** Null if it is valid, as the kernel of a Mac requires of each program; other systems start unsigned programs. */
function signature(): string | null {
  if (process.platform !== 'darwin') return null;
  const app = join(FOLDER, MAC, 'Intray.app');
  const { status, stderr } = spawnSync('codesign', ['--verify', '--deep', '--strict', '--verbose=2', app], { encoding: 'utf8' });
  return status === 0 ? null : `its signature is broken: ${stderr}`;
}

/** Null if the tray came. */
async function started(): Promise<string | null> {
  const profile = realpathSync(mkdtempSync(join(tmpdir(), 'smoke-')));
  const log = join(profile, 'electron', 'logs', 'intray.log');
  const written = (): string => (existsSync(log) ? readFileSync(log, 'utf8') : '');
  const child = spawn(program, [`--profile=${profile}`, `--create-key-file=${join(profile, 'key')}`, '--hidden'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const heard: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  let end: string | null = null;
  const ended = new Promise<void>((resolved) => {
    const note = (how: string): void => {
      end = how;
      resolved();
    };
    child.once('error', (error) => note(error.message));
    child.once('exit', (code, signal) => note(`it ended with ${code ?? signal}`));
  });
  const hasEnded = (): boolean => end !== null;
  const untilMs = performance.now() + START_MS_MAX;
  while (!hasEnded() && performance.now() < untilMs && !written().includes(STARTED)) await pause(LOOK_EVERY_MS);
  const isThere = !hasEnded() && written().includes(STARTED);
  const why = `${end ?? `no tray within ${START_MS_MAX / 1000} s`}. ${`${written()}${heard.join('')}`.slice(-1_500)}`;
  // Windows ends it at once; all others let it quit in its own way.
  child.kill();
  await ended;
  removeLater(profile);
  return isThere ? null : why;
}
