import { join } from 'node:path';
import type { Standing } from '#shared/domain/standing.ts';
import process from 'node:process';
import { app } from 'electron/main';

/**
 * The icon for a standing. From a .ico, Windows picks the size that fits the screen; a PNG would have only one size. Elsewhere Electron finds
 * the `@2x` file beside it, and macOS recognises a template image by its name.
 */
export function trayIconPath(standing: Standing, place: { readonly folder: string; readonly platform: NodeJS.Platform }): string {
  const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: `${standing}-Template.png`, win32: `${standing}.ico` };
  return join(place.folder, names[place.platform] ?? `${standing}-24.png`);
}

/** Icon of the window and of its taskbar button, for which Windows needs several sizes as well. */
export function windowIconPath({ folder, platform }: { readonly folder: string; readonly platform: NodeJS.Platform }): string {
  return join(folder, platform === 'win32' ? 'icon.ico' : join('app', '256x256.png'));
}

/**
 * The root of those app files that the engine reads like any other file: without following links, and checking that the opened file is the one
 * it had looked at. Files in Electron's archive are on no disk and never pass that check, so these are packaged beside it.
 */
export function besideArchive(root: string): string {
  return app.isPackaged ? join(process.resourcesPath, 'app.asar.unpacked') : root;
}
