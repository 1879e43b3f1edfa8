import { spawn } from 'node:child_process';
import { chmodSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { app } from 'electron/main';
import { AppImageUpdater } from 'electron-updater';

const EXECUTABLE = 0o755;

/**
 * electron-updater's updater of AppImages, whose own way deletes the running one first and then looks whether the new one can be put there and started. Here the old
 * one stays until the new one lies whole beside it, and is put back where that does not start.
 */
export class KeptAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: Parameters<AppImageUpdater['doInstall']>[0]): boolean {
    const image = process.env['APPIMAGE'];
    const file = this.downloadedUpdateHelper?.file ?? null;
    if (image === undefined || file === null) throw new Error('there is nothing to put in place');
    // As electron-updater names it: a name with a version gets the new one.
    const target = /\d+\.\d+\.\d+/.test(basename(image)) ? join(dirname(image), basename(file)) : image;
    const [next, kept] = [join(dirname(image), '.intray-update.new'), join(dirname(image), '.intray-update.old')];
    try {
      copyWhole(file, next);
      keep(image, kept);
      renameSync(next, target);
      if (isForceRunAfter && !isStarted(target)) {
        if (target !== image) takeAway(target);
        else renameSync(kept, image);
        throw new Error('the new version cannot be started');
      }
      takeAway(file);
      if (target !== image) takeAway(image);
    } finally {
      takeAway(next);
      takeAway(kept);
    }
    return true;
  }
}

/** What stays does no harm; the new version may run by then. */
function takeAway(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays.
  }
}

/** On the disk itself before it gets its name: a power cut must not leave an empty file there. */
function copyWhole(from: string, to: string): void {
  copyFileSync(from, to);
  chmodSync(to, EXECUTABLE);
  const file = openSync(to, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A second name for it; some disks have none. */
function keep(image: string, kept: string): void {
  rmSync(kept, { force: true });
  try {
    linkSync(image, kept);
  } catch {
    copyFileSync(image, kept);
  }
}

function isStarted(program: string): boolean {
  // It comes before this one has ended, and has to find the lock free.
  app.releaseSingleInstanceLock();
  const child = spawn(program, [], { detached: true, stdio: 'ignore', env: { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' } });
  // What it says is known by the missing number already.
  child.on('error', () => undefined);
  child.unref();
  if (child.pid !== undefined) return true;
  app.requestSingleInstanceLock();
  return false;
}
