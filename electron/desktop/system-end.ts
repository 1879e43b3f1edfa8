import { app, BaseWindow, powerMonitor } from 'electron/main';
import type { Quit } from './quit.ts';

/** Missing from Electron's declarations. The event can be prevented on these two systems only, and means something different on each. */
type ShutdownEvent = { preventDefault(): void };

/**
 * Handles the end of the system or of the person's session. It does not delay that end, and nothing relies on it: the journal survives a kill
 * (ADR-56).
 * - Linux: Electron holds logind's delay lock while there is a listener, and releases it when the listener returns, unless that calls
 *   `preventDefault`. In that case the lock is held until the program ends, and the system waits for it at most its own limit (five seconds).
 * - macOS: announces the end first, then asks each app to quit. An app that prevents this cancels the log-out, with a message that names the
 *   app.
 * - Windows: sends no `before-quit`, only a message to each window. There may be no window yet, so an invisible one is kept for it.
 */
export function followSystemEnd(platform: NodeJS.Platform, quit: Quit): void {
  if (platform === 'win32') return followSession(quit);
  const follow = (event?: ShutdownEvent): void => {
    if (platform === 'darwin') return quit.letGo();
    event?.preventDefault();
    quit.soon();
  };
  powerMonitor.on('shutdown', follow);
}

/** `query-session-end` is not used: preventing it would delay the system, and the end may still be cancelled after it. */
function followSession(quit: Quit): void {
  const listener = new BaseWindow({ show: false, skipTaskbar: true, focusable: false, width: 1, height: 1 });
  listener.on('session-end', () => {
    quit.now();
    // Anything that still runs would find the journal closed.
    app.exit(0);
  });
}
