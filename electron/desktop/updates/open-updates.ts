import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron/main';
import { z } from 'zod';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import { updaterFeed } from './updater-feed.ts';
import { Updates } from './updates.ts';
import { withdrawnKeys } from './withdrawn-keys.ts';

export type OpenUpdatesOptions = {
  /** Of the app itself, with its package.json. */
  readonly root: string;
  /** Where Electron's program looks for what was packaged beside it; not there when nothing is packaged. */
  readonly resources: string | undefined;
  /** Where it is kept which keys of releases are believed no more. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  /** Called before a start that nobody asked for. */
  readonly quietly: () => void;
};

const keySchema = z.string().min(1);
const manifestSchema = z.object({ updateKeys: z.tuple([keySchema]).or(z.tuple([keySchema, keySchema])) });

/** Null where this build has no feed, or no key to know our releases by: then nobody is ever asked, and the updater is not even loaded. */
export async function openUpdates({ root, resources, folder, ...rest }: OpenUpdatesOptions): Promise<Updates | null> {
  if (resources === undefined || !existsSync(join(resources, 'app-update.yml'))) return null;
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  if (!manifest.success) return null;
  const { updater, atQuit } = await ownUpdater();
  const { clock, log } = rest;
  const feed = updaterFeed({ updater, keys: manifest.data.updateKeys, withdrawn: withdrawnKeys(folder), clock, log, atQuit });
  const install = (): boolean => {
    // The newer one is started before this one has ended, and has to find the lock free.
    app.releaseSingleInstanceLock();
    return feed.install();
  };
  return new Updates({ ...rest, feed: { ...feed, install }, alone: atQuit, quit: () => app.quit(), again: startAgain });
}

/** That of the package that this installation came by. A Debian package is installed by an administrator, so never by itself. */
async function ownUpdater() {
  const { autoUpdater, DebUpdater } = await import('electron-updater');
  if (!(autoUpdater instanceof DebUpdater)) return { updater: autoUpdater, atQuit: true };
  const { CheckedDebUpdater } = await import('./checked-deb-updater.ts');
  return { updater: new CheckedDebUpdater(), atQuit: false };
}

function startAgain(): void {
  // Of an AppImage the running program lies in a place that goes with it.
  const image = process.env['APPIMAGE'];
  app.relaunch(image === undefined ? {} : { execPath: image });
}

/** Whether somebody has one of our windows before them. */
export function isWindowShown(): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized());
}
