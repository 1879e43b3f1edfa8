import { app } from 'electron/main';

/** Whether the system started Intray, not a person. On Windows and Linux the autostart entry passes `--hidden`; macOS cannot pass a switch. */
export function startedByComputer(hidden: boolean, platform: NodeJS.Platform): boolean {
  return hidden || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}
