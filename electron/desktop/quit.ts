import { app } from 'electron/main';

/**
 * Quitting waits for `close` (what is in flight ends or is put back), which bounds its own time, and then really quits.
 * A second wish to quit meanwhile changes nothing.
 */
export function quitAfter(close: () => Promise<void>): void {
  let stage: 'running' | 'closing' | 'closed' = 'running';
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage === 'closing') return;
    stage = 'closing';
    const quit = (): void => {
      stage = 'closed';
      app.quit();
    };
    close().then(quit, quit);
  });
}
