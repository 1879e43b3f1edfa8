import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { DEMO_SAMPLES } from './demo-samples.ts';
import { dropSamples } from './drop-samples.ts';
import { pause } from './pause.ts';
import type { Stage } from './stage.ts';
import { profileArgs } from './start-host.ts';

const BINARIES = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron'];

/** Path of Electron's binary, if it was downloaded and there is a display; null means that the headless host is used. */
export function electronBinary(): string | null {
  if (!hasDisplay() || !existsSync('dist/main/main.js')) return null;
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join('node_modules', 'electron', 'dist');
  return BINARIES.map((name) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

export function hasDisplay(): boolean {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}

export type ElectronDemo = {
  readonly stage: Stage;
  readonly binary: string;
  readonly say: (line: string) => void;
  readonly stop: AbortSignal;
  readonly samples: 'drop' | 'none';
};

const LOOK_EVERY_MS = 500;

/**
 * The desktop app takes over the profile from the host that set it up. It offers no port, so only its window shows the progress of each
 * document; the lines printed here are what the service reports.
 */
export async function demoElectron({ stage, binary, say, stop, samples }: ElectronDemo): Promise<number> {
  await stage.host.program.stop();
  const desktop = startElectron(binary, stage.profile);
  say("Intray's window is open; its icon is in the tray. What follows is what the service received. Ctrl-C ends it.");
  const drops = new Map();
  const dropping = dropSamples(samples === 'drop' ? DEMO_SAMPLES : [], { folders: stage.folders, drops, say, stop });
  const told = new Map<string, string>();
  while (!stop.aborted && desktop.running()) {
    for (const { documentId, filename, documentState } of await stage.parts.control.documents()) {
      const state = documentState ?? 'received';
      if (told.get(documentId) !== state) say(`${filename ?? documentId}  ${state}`);
      told.set(documentId, state);
    }
    await pause(LOOK_EVERY_MS, stop);
  }
  await dropping;
  await desktop.stop();
  return 0;
}

type Desktop = { readonly running: () => boolean; readonly stop: () => Promise<void> };

const STOP_WITHIN_MS = 15_000;

/** Starts the desktop app on a profile that the headless host has set up and closed. */
function startElectron(binary: string, profile: string): Desktop {
  const child = spawn(binary, ['.', ...profileArgs(profile)], { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    running,
    stop: async () => {
      if (!running()) return;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
