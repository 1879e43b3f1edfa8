import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { _electron, test as base, type ElectronApplication, expect, type Page } from 'playwright/test';
import { plainEnv } from '#test/support/project-text.ts';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Intray = {
  readonly app: ElectronApplication;
  readonly window: Page;
  readonly profile: string;
  readonly binary: Exclude<ElectronBinary, { kind: 'none' }>;
};

/** The built app with a profile of its own, on real Electron or on the stand-in; ended after the test. */
export const test = base.extend<{ intray: Intray }, { binary: ElectronBinary }>({
  binary: [
    // Playwright reads the names of what a fixture needs from this pattern.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, runWith) => {
      const binary = electronBinary();
      process.stdout.write(`specs of the desktop app run on ${NAMES[binary.kind]}\n`);
      // Electron's package reads it in this very process, and would start a download without it.
      if (binary.kind === 'stand-in') process.env['ELECTRON_OVERRIDE_DIST_PATH'] = binary.folder;
      await runWith(binary);
    },
    { scope: 'worker' },
  ],
  intray: async ({ binary }, runWith, testInfo) => {
    if (binary.kind === 'none') return testInfo.skip(true, binary.reason);
    const profile = testInfo.outputPath('profile');
    const app = await launch(binary, profile);
    const window = await app.firstWindow();
    // A window begins with an empty document; ours is the one with the port.
    await window.waitForFunction(() => 'intrayPort' in globalThis && document.readyState === 'complete');
    // The app shows a window once it is drawn, which may be later; a window that is closed before then is shown all the same.
    await expect.poll(() => readVisible(app)).toEqual([true]);
    await runWith({ app, window, profile, binary });
    await app.close();
  },
});

const NAMES: Readonly<Record<ElectronBinary['kind'], string>> = {
  electron: 'real Electron',
  'stand-in': 'the stand-in for Electron: this is not a test in Electron (test/electron-stand-in/README.md)',
  none: 'nothing',
};

/** With a key file, because test machines have no unlocked keychain. */
export function appArguments(profile: string): string[] {
  return ['.', `--user-data-dir=${join(profile, 'chromium')}`, `--profile=${profile}`, `--create-key-file=${join(profile, 'key')}`];
}

/** Whether each of the app's windows is visible. */
export function readVisible(app: ElectronApplication): Promise<readonly boolean[]> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((each) => each.isVisible()));
}

/** One more start with the same profile. `opened`: the link or file that the system hands over, as its entries for Intray say. */
export function launch(binary: Intray['binary'], profile: string, opened: readonly string[] = []): Promise<ElectronApplication> {
  return _electron.launch({
    args: [...appArguments(profile), ...opened],
    env: { ...plainEnv(), LANG: 'en_GB.UTF-8' },
    // Outside Linux, Electron's package would name the wrong file in a folder that is not its own.
    ...(process.platform === 'linux' ? {} : { executablePath: binary.executable }),
  });
}

/** A start while Intray runs: it hands its arguments over to that one, and ends. */
export async function secondStart({ executable }: Intray['binary'], args: readonly string[]): Promise<void> {
  const second = spawn(executable, [...(process.platform === 'linux' ? ['--no-sandbox'] : []), ...args]);
  expect(await once(second, 'exit')).toEqual([0, null]);
}

export type ElectronBinary =
  | { readonly kind: 'electron' | 'stand-in'; readonly folder: string; readonly executable: string }
  | { readonly kind: 'none'; readonly reason: string };

const INSTALL = 'run "npx install-electron --no" or set ELECTRON_OVERRIDE_DIST_PATH';
const STAND_IN = resolve(import.meta.dirname, '../../electron-stand-in/binary');
const EXECUTABLES: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** Real Electron if its binary is there, otherwise the stand-in. Never calls the package, which would start a download. */
export function electronBinary(): ElectronBinary {
  const folder =
    process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(dirname(fileURLToPath(import.meta.resolve('electron/package.json'))), 'dist');
  const executable = join(folder, EXECUTABLES[process.platform] ?? 'electron');
  if (existsSync(executable)) return { kind: resolve(folder) === STAND_IN ? 'stand-in' : 'electron', folder, executable };
  if (process.env['INTRAY_REQUIRE_ELECTRON'] === '1') throw new Error(`Electron's binary is not at ${executable}; ${INSTALL}`);
  const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (process.platform === 'win32' || !existsSync(chromium))
    return { kind: 'none', reason: `neither Electron's binary (${INSTALL}) nor what its stand-in needs (Chromium, a POSIX shell) is here` };
  return { kind: 'stand-in', folder: STAND_IN, executable: join(STAND_IN, 'electron') };
}
