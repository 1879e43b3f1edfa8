import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { app, BrowserWindow, autoUpdater as squirrel } from 'electron/main';
import type { AppUpdater } from 'electron-updater';
import { z } from 'zod';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import { updaterFeed } from './updater-feed.ts';
import { startAgain } from '../start-fault.ts';
import { obstacleOf, type Replaced } from './obstacle-of.ts';
import { takenBackVersions, Updates, type UpdatesOptions } from './updates.ts';
import { triedUpdate } from './tried-update.ts';
import { type KeptWords, keptWords } from './kept-words.ts';

export type OpenUpdatesOptions = {
  /** Folder of the app itself, with its package.json. */
  readonly root: string;
  /** Where Electron looks for resources packaged beside it; undefined outside a package. */
  readonly resources: string | undefined;
  /** Stores which release keys were withdrawn and which releases were taken back. */
  readonly folder: string;
  /** Schema version of this version's journal. */
  readonly journal: number;
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  readonly quiet: UpdatesOptions['quiet'];
};

const keySchema = z.string().min(1);
const manifestSchema = z.object({ updateKeys: z.tuple([keySchema]).or(z.tuple([keySchema, keySchema])) });

/** Null if this build has no feed, or no key to verify our releases: then no server is ever asked, and the updater is not even loaded. */
export async function openUpdates({ root, resources, folder, journal, ...rest }: OpenUpdatesOptions): Promise<Updates | null> {
  if (resources === undefined || !existsSync(join(resources, 'app-update.yml'))) return null;
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  if (!manifest.success) return null;
  const { updater, atQuit, replaced } = await ownUpdater();
  const { clock, log } = rest;
  const feed = updaterFeed({
    updater,
    squirrel: process.platform === 'darwin' ? squirrel : null,
    obstacle: () => obstacleOf(replaced),
    keys: manifest.data.updateKeys,
    withdrawn: withdrawnKeys(folder),
    takenBack: takenBackVersions(folder),
    journal,
    clock,
    log,
    atQuit,
  });
  const tried = triedUpdate(folder, { from: app.getVersion(), now: () => clock.wallMs() });
  return new Updates({ ...rest, feed, tried, alone: atQuit, quit: () => app.quit(), again: asStarted });
}

function asStarted({ hidden }: { readonly hidden: boolean }): void {
  startAgain({ argv: process.argv, hidden });
}

type OwnUpdater = { readonly updater: AppUpdater; readonly atQuit: boolean; readonly replaced: Replaced };

/** The updater for this installation's kind of package. A Debian package needs an administrator, so it is never installed unasked. */
async function ownUpdater(): Promise<OwnUpdater> {
  const { autoUpdater, AppImageUpdater, DebUpdater, NsisUpdater } = await import('electron-updater');
  const program = app.getPath('exe');
  if (autoUpdater instanceof DebUpdater) {
    const { CheckedDebUpdater } = await import('./checked-deb-updater.ts');
    const updater = new CheckedDebUpdater();
    return { updater, atQuit: false, replaced: { kind: 'package', programs: updater.programs } };
  }
  if (autoUpdater instanceof AppImageUpdater) {
    const { KeptAppImageUpdater } = await import('./kept-app-image-updater.ts');
    return { updater: new KeptAppImageUpdater(), atQuit: true, replaced: { kind: 'image', file: process.env['APPIMAGE'] } };
  }
  if (autoUpdater instanceof NsisUpdater) {
    const { PersonalNsisUpdater } = await import('./personal-nsis-updater.ts');
    return { updater: new PersonalNsisUpdater(), atQuit: true, replaced: { kind: 'folder', path: dirname(program) } };
  }
  // Intray.app/Contents/MacOS/Intray
  return { updater: autoUpdater, atQuit: true, replaced: { kind: 'bundle', path: resolve(program, '..', '..', '..') } };
}

/** Whether one of our windows is visible and not minimised. */
export function isWindowShown(): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized());
}

/** Release keys that must not be trusted any longer, stored in `folder`. */
export function withdrawnKeys(folder: string): KeptWords {
  return keptWords(join(folder, 'withdrawn-keys.json'), 'withdrawn');
}
