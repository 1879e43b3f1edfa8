import { spawn } from 'node:child_process';
import { chmodSync, closeSync, copyFileSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { app } from 'electron/main';
import { AppImageUpdater } from 'electron-updater';

const EXECUTABLE = 0o755;

/**
 * electron-updater's updater of AppImages, which by itself deletes the running image before it knows whether the new one can be put there and
 * started. Here the old image stays until the new one is complete beside it, and is restored if the new one does not start.
 */
export class KeptAppImageUpdater extends AppImageUpdater {
  protected override doInstall({ isForceRunAfter }: Parameters<AppImageUpdater['doInstall']>[0]): boolean {
    const image = process.env['APPIMAGE'];
    const file = this.downloadedUpdateHelper?.file ?? null;
    if (image === undefined || file === null) throw new Error('there is nothing to put in place');
    // As electron-updater does it: if the old name contains a version, the new file keeps its own name.
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

/** A leftover does no harm; the new version may already run. */
function takeAway(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // It stays.
  }
}

/** Flushed to the disk before it gets its name: a power cut must not leave an empty file there. */
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

/** A hard link, or a copy where the disk has no hard links. */
function keep(image: string, kept: string): void {
  rmSync(kept, { force: true });
  try {
    linkSync(image, kept);
  } catch {
    copyFileSync(image, kept);
  }
}

function isStarted(program: string): boolean {
  // The new version starts before this one has ended, and needs the lock to be free.
  app.releaseSingleInstanceLock();
  const child = spawn(program, [], { detached: true, stdio: 'ignore', env: { ...process.env, APPIMAGE_SILENT_INSTALL: 'true' } });
  // The missing pid already shows the failure.
  child.on('error', () => undefined);
  child.unref();
  if (child.pid !== undefined) return true;
  app.requestSingleInstanceLock();
  return false;
}
