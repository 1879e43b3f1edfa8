import { app, BaseWindow, powerMonitor } from 'electron/main';
import type { Quit } from './quit.ts';

/** As Electron's declarations leave it out: only on these two systems can it be held, and each means something else by it. */
type ShutdownEvent = { preventDefault(): void };

/**
 * What the end of the system, or of the person's session, asks of us. Nothing holds it up, and nothing relies on any of it: the journal survives a kill (ADR-56).
 * - Linux: Electron holds logind's delay lock for whoever listens, and gives it back when the listener returns, unless that calls `preventDefault`. Then it
 *   lies until the program ends, and the system waits for it, but for no longer than it has set (five seconds).
 * - macOS: says first that it will end, then wishes that each app quits. An app that prevents this has the log-out cancelled, with a message that names it.
 * - Windows: sends no `before-quit`, only a message to each window. There may be none yet, so one of its own is kept, which nobody sees.
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

/** `query-session-end` is not listened to: to prevent it would hold the system up, and after it the end may still be called off. */
function followSession(quit: Quit): void {
  const listener = new BaseWindow({ show: false, skipTaskbar: true, focusable: false, width: 1, height: 1 });
  listener.on('session-end', () => {
    quit.now();
    // What still runs would find the journal closed.
    app.exit(0);
  });
}
