import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

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
