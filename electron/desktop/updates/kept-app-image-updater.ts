import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, linkSync, renameSync, rmSync } from 'node:fs';
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
    const [next, kept] = [`${target}.new`, `${image}.old`];
    try {
      copyFileSync(file, next);
      chmodSync(next, EXECUTABLE);
      keep(image, kept);
      renameSync(next, target);
      if (isForceRunAfter && !isStarted(target)) {
        if (target !== image) rmSync(target, { force: true });
        renameSync(kept, image);
        throw new Error('the new version cannot be started');
      }
      if (target !== image) rmSync(image, { force: true });
    } finally {
      for (const left of [next, kept]) rmSync(left, { force: true });
    }
    rmSync(file, { force: true });
    return true;
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
