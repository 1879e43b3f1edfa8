import { join } from 'node:path';
import type { Standing } from '#shared/domain/standing.ts';

/**
 * The picture of a standing. Windows takes from a .ico the size that its screen has, and of a PNG the one size that is in it. Elsewhere Electron finds
 * the `@2x` beside it, and macOS a template by its name.
 */
export function trayIconPath(standing: Standing, place: { readonly folder: string; readonly platform: NodeJS.Platform }): string {
  const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: `${standing}-Template.png`, win32: `${standing}.ico` };
  return join(place.folder, names[place.platform] ?? `${standing}-24.png`);
}

/** Of the window, and so of its button in the taskbar, for which Windows needs several sizes as well. */
export function windowIconPath({ folder, platform }: { readonly folder: string; readonly platform: NodeJS.Platform }): string {
  return join(folder, platform === 'win32' ? 'icon.ico' : join('app', '256x256.png'));
}
