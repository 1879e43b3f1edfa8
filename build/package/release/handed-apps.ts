import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Prepackaged } from '../build-target.ts';

/** Where electron-builder leaves the unpacked app for each processor, and the app's place within. */
const APPS = {
  win32: { folders: { x64: 'win-unpacked', arm64: 'win-arm64-unpacked' }, within: '.' },
  darwin: { folders: { x64: 'mac', arm64: 'mac-arm64' }, within: 'Intray.app' },
} as const;
/** Programs of Windows that were signed one by one, by their places in the unpacked app. */
const PROGRAMS = { 'Intray.exe': 'Intray.exe', 'elevate.exe': join('resources', 'elevate.exe') } as const;

type System = 'linux' | 'darwin' | 'win32';

/** Packs the unpacked apps of `out` into archives that keep links and modes, which the artifacts of a workflow do not. */
export function packApps({ out, into, platform }: { readonly out: string; readonly into: string; readonly platform: System }): void {
  mkdirSync(into, { recursive: true });
  if (platform === 'linux') return;
  const { folders, within } = APPS[platform];
  for (const arch of ['x64', 'arm64'] as const)
    if (existsSync(join(out, folders[arch]))) tar(['-cf', join(into, `app-${arch}.tar`), '-C', join(out, folders[arch]), within]);
}

/** Unpacks them where electron-builder would have left them, with the programs that were signed one by one in the place of the unsigned ones. */
export function unpackApps({
  folder,
  out,
  platform,
}: {
  readonly folder: string;
  readonly out: string;
  readonly platform: System;
}): readonly Prepackaged[] {
  if (platform === 'linux') throw new Error('packages of Linux carry no signature: they are made at once');
  const archives = readdirSync(folder).flatMap((name) => /^app-(x64|arm64)\.tar$/.exec(name)?.[1] ?? []) as Prepackaged['arch'][];
  return archives.map((arch) => {
    const app = join(out, APPS[platform].folders[arch]);
    rmSync(app, { recursive: true, force: true });
    mkdirSync(app, { recursive: true });
    tar(['-xf', join(folder, `app-${arch}.tar`), '-C', app]);
    for (const [name, place] of Object.entries(PROGRAMS))
      if (platform === 'win32' && existsSync(join(folder, name)) && existsSync(join(app, place)))
        copyFileSync(join(folder, name), join(app, place));
    return { app: join(app, APPS[platform].within), arch };
  });
}

/** Of the system: Windows and macOS have one. */
function tar(words: readonly string[]): void {
  const { status, stderr, error } = spawnSync('tar', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar ${words.join(' ')}: ${error?.message ?? stderr}`);
}
