import { mkdirSync } from 'node:fs';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { shell } from 'electron/common';
import { app, dialog } from 'electron/main';
import { translatorFor } from '#shared/i18n/translate.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { pinoLog } from '#shared/node/log.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import { createApp } from './app.ts';
import { registerAppScheme } from './desktop/app-scheme.ts';
import { APP_ID } from './desktop/app-id.ts';
import { type LaunchOptions, launchOptions } from './desktop/launch-options.ts';
import { openShell } from './desktop/shell.ts';
import { endOverFault } from './desktop/start-fault.ts';
import { systemProxy } from './desktop/system-proxy.ts';
import { keyFile } from './world/key-file.ts';
import { keychain } from './world/keychain.ts';
import { createWorld } from './world/world.ts';

const options = launchOptions(process.argv, process.env);
// The lock that makes Intray single is one for each of these folders, so another profile is another Intray.
if (options.profile !== null) app.setPath('userData', join(options.profile, 'electron'));
// Windows groups notifications by it, and shows none without it.
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
registerAppScheme();
// A second start asks the first one to open its window, and ends.
if (app.requestSingleInstanceLock()) void app.whenReady().then(() => run(options).catch(endOverBug));
else app.quit();

async function run({ profile, key }: LaunchOptions): Promise<void> {
  const log = pinoLog({ name: 'intray' });
  const clock = nodeClock();
  const secrets = key.kind === 'keychain' ? keychain({ clock }) : keyFile(key);
  const world = createWorld({ log, secrets });
  const folder = profile ?? join(app.getPath('userData'), 'profile');
  mkdirSync(folder, { recursive: true });
  const locale = app.getLocale();
  const made = await createApp(world, {
    profile: folder,
    host: 'electron',
    version: app.getVersion(),
    locale,
    deviceName: hostname(),
    home: homedir(),
    sha256: nodeSha256,
    digest: nodeDigest,
    proxies: { environment: process.env, system: systemProxy },
    chooseFolder,
    reveal: (path) => shell.showItemInFolder(path),
  });
  if (!made.ok) return endOverFault(made.failure, translatorFor(locale));
  await made.value.start();
  await openShell({ engine: made.value, log, root: app.getAppPath(), locale, platform: process.platform });
}

/** Without this the app would go on without window, tray or engine, seen by nobody. */
function endOverBug(bug: unknown): void {
  endOverFault({ kind: 'unreadable', detail: String(bug) }, translatorFor(app.getLocale()));
}

async function chooseFolder(): Promise<string | null> {
  const answer = await dialog.showOpenDialog({ properties: ['openDirectory', 'createDirectory'], defaultPath: homedir() });
  return answer.filePaths[0] ?? null;
}
