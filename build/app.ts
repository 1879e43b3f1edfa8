import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { buildWindow } from './demo/build-window.ts';
import { electronBinary, hasDisplay } from './demo/electron.ts';

/**
 * `npm run app`: fetches Electron's binary where it is missing, builds, and starts the tray app on the demo's sandbox, with sample scans. With `-- --own` it
 * starts on a profile of one's own instead, as an installed Intray would.
 */
const { values } = parseArgs({ options: { own: { type: 'boolean', default: false } } });

const WITHOUT = [
  'The same engine and window run without Electron, in a browser:',
  '  npm run demo                                      with sample scans and a throw-away profile',
  '  npm run -s headless -- --profile FOLDER           with a profile of your own',
].join('\n');

if (!hasDisplay()) {
  say(`There is no display here, and the tray app needs one.\n${WITHOUT}`);
  process.exit(1);
}
buildWindow(say);
const binary = electronBinary() ?? fetched();
if (binary === null) {
  say(`Electron's binary is not here and could not be fetched: what its installer said is above. Nothing else was changed.\n${WITHOUT}`);
  process.exit(1);
}
say(values.own ? 'Starting Intray; its icon is in the tray. Quit it there, or press Ctrl-C.' : 'Starting the demo with the tray app …');
const program = values.own ? [binary, '.'] : [process.execPath, 'build/demo/main.ts'];
const started = spawn(program[0] ?? '', program.slice(1), { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => started.kill(signal));
started.on('error', ({ message }) => {
  say(`It could not be started: ${message}`);
  process.exit(1);
});
started.on('exit', (code) => process.exit(code ?? 1));

/** Electron's package comes without its binary; its own installer fetches it, checks its hash and shows how far it is. */
function fetched(): string | null {
  say("Fetching Electron's binary, some 120 MB, once …");
  const installer = createRequire(import.meta.url).resolve('electron/install.js');
  const { status } = spawnSync(process.execPath, [installer], { stdio: ['ignore', 2, 2] });
  return status === 0 ? electronBinary() : null;
}

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}
