import { app } from 'electron/main';

/** Whether the computer started this, and not a person: Windows and Linux say so by the switch that they were given, macOS can give none. */
export function startedByComputer(hidden: boolean, platform: NodeJS.Platform): boolean {
  return hidden || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}
