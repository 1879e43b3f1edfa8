import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { pause } from '../../build/demo/pause.ts';
import { electronBinary } from '../e2e/electron/intray.ts';
import { packageVersions, type SmokeRow, smokeTable, type Versions } from './smoke-table.ts';
import { removeLater } from './lay-out.ts';
import { SMOKE_HOME, UPDATED, type Updated, updatedSchema } from './update-places.ts';

/**
 * `npm run smoke:update`: packages the smoke program twice, installs version 0.0.1, and lets it replace itself by 0.0.2 from a feed on this
 * machine. With real Electron, on Linux (AppImage) and Windows (its installer). Exits with 1 if the newer one does not come.
 */
const WHAT = 'Version 0.0.1 is replaced by 0.0.2 of its feed, which starts';
/** A package of a hundred megabytes is fetched, compared, installed and started. */
const UPDATE_MS_MAX = 240_000;
const LOOK_EVERY_MS = 250;
const home = join(homedir(), SMOKE_HOME);

const binary = electronBinary();
const row = await tried();
const document = {
  program: binary.kind === 'electron' ? binary.kind : 'stand-in',
  layout: 'archive',
  versions: {},
  system: process.platform,
  rows: [row],
} as const;
const table = smokeTable([{ ...document, rows: [row] }]);
process.stderr.write(`${table}\n`);
const summary = process.env['GITHUB_STEP_SUMMARY'];
if (summary !== undefined) appendFileSync(summary, `${table}\n`);
// On some systems a pipe is written asynchronously, and exiting at once would cut the output off.
process.stdout.write(`${JSON.stringify(document, null, 2)}\n`, () => process.exit(row.result === 'failed' ? 1 : 0));

async function tried(): Promise<SmokeRow> {
  if (binary.kind !== 'electron') return { what: WHAT, result: 'not shown', said: 'by the stand-in' };
  if (process.platform === 'darwin')
    return { what: WHAT, result: 'not here', said: 'macOS replaces only what somebody has signed: docs/operations/manual-check.md' };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'smoke-')));
  const server = createServer((request, response) => {
    const file = join(folder, 'feed', basename(new URL(request.url ?? '/', 'http://127.0.0.1').pathname));
    const isThere = existsSync(file);
    response.writeHead(isThere ? 200 : 404).end(isThere && request.method !== 'HEAD' ? readFileSync(file) : undefined);
  });
  try {
    rmSync(home, { recursive: true, force: true });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const electronVersion = readFileSync(join(binary.folder, 'version'), 'utf8').replace(/^v/, '').trim();
    const versions = await packageVersions({ into: folder, url, electron: binary.folder, electronVersion });
    const program = installed(versions, folder);
    spawn(program, [], { detached: true, stdio: 'ignore' }).unref();
    return await outcome(program, versions);
  } catch (error) {
    return { what: WHAT, result: 'failed', said: String(error).slice(0, 400) };
  } finally {
    server.close();
    server.closeAllConnections();
    removeLater(folder);
  }
}

/** Installs the older one where a user's would be; returns its path. */
function installed({ older }: Versions, folder: string): string {
  if (process.platform === 'win32') {
    const run = spawnSync(older, ['/S'], { stdio: 'ignore', timeout: UPDATE_MS_MAX });
    if (run.status !== 0) throw new Error(`the installer ended with ${run.status}`);
    return join(process.env['LOCALAPPDATA'] ?? '', 'Programs', 'intray-smoke', 'Intray smoke.exe');
  }
  const image = join(folder, 'intray-smoke.AppImage');
  copyFileSync(older, image);
  chmodSync(image, 0o755);
  return image;
}

async function outcome(program: string, { newer }: Versions): Promise<SmokeRow> {
  const untilMs = performance.now() + UPDATE_MS_MAX;
  let updated: Updated | null = null;
  while (updated === null && performance.now() < untilMs) {
    await pause(LOOK_EVERY_MS);
    if (existsSync(join(home, UPDATED))) updated = readUpdated();
  }
  const log = existsSync(join(home, 'log')) ? readFileSync(join(home, 'log'), 'utf8').slice(-400) : '';
  if (updated === null) return { what: WHAT, result: 'failed', said: `nothing was heard of either. ${log}` };
  if (updated.fault !== null || updated.version !== '0.0.2')
    return { what: WHAT, result: 'failed', said: `${updated.version}: ${updated.fault ?? ''} ${log}` };
  // An AppImage is the file itself.
  if (process.platform === 'linux' && !readFileSync(program).equals(readFileSync(newer)))
    return { what: WHAT, result: 'failed', said: 'it started, but is not the one of the feed' };
  return { what: WHAT, result: 'ok', said: `${updated.version} runs` };
}

/** Null while it is being written. */
function readUpdated(): Updated | null {
  try {
    return updatedSchema.parse(JSON.parse(readFileSync(join(home, UPDATED), 'utf8')));
  } catch {
    // Half-written; the next look finds the rest.
    return null;
  }
}
