import { app } from 'electron/main';

/**
 * An app of macOS' menu bar has an icon in the Dock while its window is there, and no longer. By the policy and not by `app.dock`, of which Electron says
 * that a second `hide` within a second has no effect. The package starts without (`LSUIElement`), so that none comes and goes at a log-in.
 */
export function dockIcon(platform: NodeJS.Platform): (isWindowThere: boolean) => void {
  if (platform !== 'darwin') return () => undefined;
  return (isWindowThere) => app.setActivationPolicy(isWindowThere ? 'regular' : 'accessory');
}
