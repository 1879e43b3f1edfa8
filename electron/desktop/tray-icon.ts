import { join } from 'node:path';
import type { Standing } from '#shared/domain/standing.ts';

/** The picture of a standing; Electron finds its `@2x` beside it, and macOS a template by its name. */
export function trayIconPath(standing: Standing, place: { readonly folder: string; readonly platform: NodeJS.Platform }): string {
  const names: Readonly<Partial<Record<NodeJS.Platform, string>>> = { darwin: `${standing}-Template.png`, win32: `${standing}-16.png` };
  return join(place.folder, names[place.platform] ?? `${standing}-24.png`);
}
