import { join } from 'node:path';
import process from 'node:process';
import { app } from 'electron/main';

/**
 * The root of those app files that the engine reads like any other file: without following links, and checking that the opened file is the one
 * it had looked at. Files in Electron's archive are on no disk and never pass that check, so these are packaged beside it.
 */
export function besideArchive(root: string): string {
  return app.isPackaged ? join(process.resourcesPath, 'app.asar.unpacked') : root;
}
