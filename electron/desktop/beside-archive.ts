import { join } from 'node:path';
import process from 'node:process';
import { app } from 'electron/main';

/**
 * Where those of the app's own files lie that the engine reads as it reads any file: without following a link, and sure that what it opened
 * is what it looked at. Electron gives out what is in its archive as files of no disk, which are never that; these were packaged beside it.
 */
export function besideArchive(root: string): string {
  return app.isPackaged ? join(process.resourcesPath, 'app.asar.unpacked') : root;
}
