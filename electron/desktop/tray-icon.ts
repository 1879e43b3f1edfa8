import { join } from 'node:path';
import type { Standing } from '#shared/domain/standing.ts';

/** The picture of a standing; Electron finds its `@2x` beside it, and macOS a template by its name. */
export function trayIconPath(standing: Standing, place: { readonly folder: string; readonly platform: NodeJS.Platform }): string {
  switch (place.platform) {
    case 'darwin':
      return join(place.folder, `${standing}-Template.png`);
    case 'win32':
      return join(place.folder, `${standing}-16.png`);
    default:
      return join(place.folder, `${standing}-24.png`);
  }
}
