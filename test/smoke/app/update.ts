import { MIGRATIONS } from '#electron/journal/schema.ts';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { app } from 'electron/main';
import { quitAfter } from '#electron/desktop/quit.ts';
import { openUpdates } from '#electron/desktop/updates/open-updates.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { nodeRandom } from '#shared/node/random.ts';
import { SMOKE_HOME, UPDATED, type Updated } from '../update-places.ts';

// The older version replaces itself by what its feed announces, with Intray's own updates, at once instead of after minutes; the newer one
// reports that it runs. The Windows installer starts the newer one without our arguments, so both know one folder.
const folder = join(homedir(), SMOKE_HOME);
const OLDER = '0.0.1';
/** Intray waits for minutes and hours, so as not to disturb; here nobody is disturbed. */
const WAIT_MS_MAX = 500;

mkdirSync(folder, { recursive: true });
app.setPath('userData', join(folder, 'user-data'));
process.on('uncaughtException', (bug) => end({ version: app.getVersion(), fault: String(bug.stack) }));
// The newer one is started before the older one has ended.
if (app.requestSingleInstanceLock()) void app.whenReady().then(run);
else end({ version: app.getVersion(), fault: 'another one runs' });

async function run(): Promise<void> {
  if (app.getVersion() !== OLDER) return end({ version: app.getVersion(), fault: null });
  const clock: Clock = nodeClock();
  const log = noting();
  const updates = await openUpdates({
    root: app.getAppPath(),
    resources: process.resourcesPath,
    folder: app.getPath('userData'),
    journal: MIGRATIONS.length,
    clock: { ...clock, sleep: (milliseconds, signal) => clock.sleep(Math.min(milliseconds, WAIT_MS_MAX), signal) },
    random: nodeRandom(),
    log,
    quiet: { announce: () => undefined, forget: () => undefined },
  });
  if (updates === null) return end({ version: OLDER, fault: 'it looks for no updates' });
  quitAfter({ stop: nothing, close: async () => undefined, closeNow: nothing, instead: (inTime) => updates.installAtEnd(inTime), log });
  updates.onChange(() => {
    const view = updates.view();
    log.info('updates', { view: JSON.stringify(view) });
    if (view.kind === 'ready' && !view.asked) updates.installNow();
    if (view.kind === 'held' || view.kind === 'off' || (view.kind === 'current' && view.fault !== null))
      end({ version: OLDER, fault: JSON.stringify(view) });
  });
  updates.start(() => ({ uploading: 0, windowShown: false }));
}

function nothing(): void {
  // There is no window, tray or engine to close.
}

function end(updated: Updated): void {
  writeFileSync(join(folder, UPDATED), JSON.stringify(updated));
  app.exit(updated.fault === null ? 0 : 1);
}

/** If something failed, the starting program shows this log. */
function noting(): Log {
  return { debug: noted('debug'), info: noted('info'), warn: noted('warn'), error: noted('error') };
}

function noted(level: string): Log['info'] {
  return (message, fields = {}) => appendFileSync(join(folder, 'log'), `${level} ${message} ${JSON.stringify(fields)}\n`);
}
