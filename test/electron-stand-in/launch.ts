import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { extractAll, listPackage, statFile } from '@electron/asar';
import { DevTools } from './dev-tools.ts';
import { readArguments } from './read-arguments.ts';
import { startChromium } from './start-chromium.ts';
import { makeStandIn } from './stand-in.ts';
import { standInFor } from './stand-in-for.ts';
import { removeFolder, scratchFolder } from '#test/support/folders.ts';

// The order is Electron's own: what Playwright preloads (-r) comes before the app, and the app before the event `ready`.
const { preloads, appPath, userData, resources, rest } = readArguments(process.argv.slice(2));
const folder = scratchFolder('stand-in');
/** For a packaged app: its files, out of the archive. */
const appFolder = join(folder, 'app');
const chromium = startChromium(join(folder, 'chromium'));
process.on('exit', () => {
  chromium.kill();
  try {
    // Before the other folder, whose removal may fail.
    removeFolder(appFolder);
    removeFolder(folder);
  } catch {
    // A child of Chromium may write for a moment longer; a temporary folder that stays must not change the app's exit code.
  }
});

const root = resources === null ? resolve(appPath) : unpacked(join(resources, 'app.asar'));
// Where Electron says that the files packaged beside the app are.
if (resources !== null) Object.assign(process, { resourcesPath: resources });
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string; main: string; version: string };
const standIn = makeStandIn({
  root,
  version: manifest.version,
  userData: userData ?? join(folder, 'user-data'),
  program: resources === null ? null : join(dirname(resources), manifest.name),
  end: chromium.end,
});
standInFor(standIn.modules);
// As in Electron: when the system shuts down, the app quits in its own way.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => standIn.quit());

// Electron's own argv: the program, then its arguments. Playwright's loader removes those for the debugger.
process.argv = [process.execPath, ...process.argv.slice(2)];
const load = createRequire(import.meta.url);
for (const path of preloads) load(path);
if (preloads.length === 0) process.argv = [process.execPath, appPath, ...rest];

await import(pathToFileURL(join(root, dirname(manifest.main), manifest.main.slice(manifest.main.lastIndexOf('/') + 1))).href);
try {
  const address = await chromium.address;
  await standIn.start(await DevTools.connect(address));
  // Playwright waits for exactly this line.
  process.stderr.write(`\nDevTools listening on ${address}\n`);
} catch (error) {
  // A second start quits at once and ends its Chromium; its exit code is already decided.
  if (!standIn.isEnding()) throw error;
}

/**
 * Node cannot read the archive, so its content is extracted beside it. Files that were packaged outside the archive must be missing there,
 * because only for compiled modules does Electron find them by itself.
 */
function unpacked(archive: string): string {
  extractAll(archive, appFolder);
  for (const path of listPackage(archive, { isPack: false })) {
    const entry = statFile(archive, path.slice(1));
    if ('unpacked' in entry && entry.unpacked && !path.endsWith('.node')) rmSync(join(appFolder, path), { recursive: true, force: true });
  }
  return appFolder;
}
