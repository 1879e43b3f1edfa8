import { renameSync, writeFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { app } from 'electron/main';
import { APP_ID } from '#electron/desktop/launch-options.ts';
import { registerAppScheme, serveAppScheme } from '#electron/desktop/window/app-scheme.ts';
import type { SmokeDocument, SmokeRow } from '../smoke-table.ts';
import { electronProbes } from './electron-probes.ts';
import { nodeProbes } from './node-probes.ts';
import { IS_ELECTRON, type Probe, probed } from './probe.ts';

// The smallest program of Intray's that Electron runs: it tries what Intray takes from Electron, writes what it saw, and ends. It is not
// part of a package.
const NAMED = ['electron', 'chrome', 'node', 'sqlite'];
const folder = word('--smoke-folder=');
const second = process.argv.some((one) => one.startsWith('--smoke-second='));
app.setPath('userData', join(folder, 'user-data'));
// Windows shows no notification of a program without one.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
registerAppScheme();
// Otherwise Electron would show a window about it, and wait for somebody.
process.on('uncaughtException', (bug) =>
  end([{ what: 'The smoke program itself', result: 'failed', said: String(bug.stack).slice(0, 600) }]),
);
const isFirst = app.requestSingleInstanceLock();
// Otherwise the app would end with its window.
app.on('window-all-closed', () => undefined);
if (second) app.exit(isFirst ? 1 : 0);
else if (!isFirst) end([{ what: 'The smoke program itself', result: 'failed', said: 'it was told that it runs already' }]);
else void app.whenReady().then(run);

async function run(): Promise<void> {
  const root = app.getAppPath();
  serveAppScheme(join(root, 'dist', 'window'));
  const probes: readonly Probe[] = [
    ...nodeProbes(join(folder, 'journal'), root),
    ...electronProbes({ folder, root, scan: word('--smoke-scan='), isArchive: layout() === 'archive' }),
  ];
  const rows: SmokeRow[] = [];
  // One after the other, so that the name of a hanging one is known.
  for (const probe of probes) rows.push(await probed(probe));
  end(rows);
}

function end(rows: readonly SmokeRow[]): void {
  const document: SmokeDocument = {
    program: IS_ELECTRON ? 'electron' : 'stand-in',
    layout: layout(),
    versions: Object.fromEntries(NAMED.flatMap((name) => (process.versions[name] === undefined ? [] : [[name, process.versions[name]]]))),
    system: `${type()} ${release()} ${arch()}`,
    rows: [...rows],
  };
  const file = join(folder, 'report.json');
  writeFileSync(`${file}.part`, JSON.stringify(document));
  renameSync(`${file}.part`, file);
  app.quit();
}

/** The stand-in reads no archive, so it is told that there was one. */
function layout(): SmokeDocument['layout'] {
  return app.getAppPath().endsWith('.asar') || process.argv.includes('--smoke-archive') ? 'archive' : 'folder';
}

function word(name: string): string {
  const found = process.argv.find((one) => one.startsWith(name));
  if (found === undefined) throw new Error(`started without ${name}`);
  return found.slice(name.length);
}
