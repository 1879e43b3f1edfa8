import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron/main';
import { z } from 'zod';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import { updaterFeed } from './updater-feed.ts';
import { Updates } from './updates.ts';

export type OpenUpdatesOptions = {
  /** Of the app itself, with its package.json. */
  readonly root: string;
  /** Where Electron's program looks for what was packaged beside it; not there when nothing is packaged. */
  readonly resources: string | undefined;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  /** Called before a start that nobody asked for. */
  readonly quietly: () => void;
};

const manifestSchema = z.object({ updateKey: z.string().min(1) });

/** Null where this build has no feed, or no key to know our releases by: then nobody is ever asked, and the updater is not even loaded. */
export async function openUpdates({ root, resources, ...rest }: OpenUpdatesOptions): Promise<Updates | null> {
  if (resources === undefined || !existsSync(join(resources, 'app-update.yml'))) return null;
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  if (!manifest.success) return null;
  const { autoUpdater, DebUpdater } = await import('electron-updater');
  const atQuit = !(autoUpdater instanceof DebUpdater);
  const feed = updaterFeed({ updater: autoUpdater, key: manifest.data.updateKey, log: rest.log, atQuit });
  const install = (): void => {
    // The newer one is started before this one has ended, and has to find the lock free.
    app.releaseSingleInstanceLock();
    feed.install();
  };
  return new Updates({ ...rest, feed: { ...feed, install }, alone: atQuit, quit: () => app.quit() });
}

/** Whether somebody has one of our windows before them. */
export function isWindowShown(): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized());
}
