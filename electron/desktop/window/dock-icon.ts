import { app } from 'electron/main';

/**
 * A menu bar app on macOS has a Dock icon only while its window is visible. This uses the activation policy, not `app.dock`, where by Electron's
 * documentation a second `hide` within a second has no effect. The app is packaged to start without an icon (`LSUIElement`), so that none
 * flashes at log-in.
 */
export function dockIcon(platform: NodeJS.Platform): (isWindowThere: boolean) => void {
  if (platform !== 'darwin') return () => undefined;
  return (isWindowThere) => app.setActivationPolicy(isWindowThere ? 'regular' : 'accessory');
}
