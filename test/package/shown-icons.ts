import { trayIconPath, windowIconPath } from '#electron/desktop/app-files.ts';
import { STANDINGS } from '#shared/domain/standing.ts';
import type { System } from './made-package.ts';

/** The icons that Intray shows on a system, as they are in its package, in order. */
export function shownIcons(system: System): readonly string[] {
  const platform = system === 'linux' ? 'linux' : system === 'windows' ? 'win32' : 'darwin';
  const tray = STANDINGS.map((standing) => trayIconPath(standing, { folder: '/build/icons/tray', platform }));
  // Electron finds the second one for fine screens by its name.
  const fine = platform === 'win32' ? [] : tray.map((path) => path.replace('.png', '@2x.png'));
  return [...tray, ...fine, windowIconPath({ folder: '/build/icons', platform })].toSorted();
}
