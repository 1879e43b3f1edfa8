import { app } from 'electron/main';
import type { Log } from '#shared/ports/log.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

export type QuitOptions = {
  /** Ends or puts back what is in flight. It bounds its own time as far as it can; a hung disk or keychain cannot be bounded by it. */
  readonly close: () => Promise<void>;
  /** Ends the app in another way once all is closed, and says so (true). */
  readonly instead?: (() => boolean) | undefined;
  readonly log: Log;
};

/** The engine's own patience and a little more: a system that shuts down must not wait for us. */
const CLOSE_MS_MAX = 15 * SECOND_MS;

/**
 * Quitting waits for `close` and then really quits, unless `instead` takes over; it waits no longer than `CLOSE_MS_MAX`, since what was not
 * put back then is put back by the next start, as after a power cut. A second wish to quit meanwhile changes nothing.
 */
export function quitAfter({ close, instead = () => false, log }: QuitOptions): void {
  let stage: 'running' | 'closing' | 'closed' = 'running';
  const quit = (inTime: boolean): void => {
    if (stage === 'closed') return;
    stage = 'closed';
    if (!inTime) log.warn('quits without waiting any longer');
    // What still runs must not be replaced under its feet.
    if (!inTime || !instead()) app.quit();
  };
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage === 'closing') return;
    stage = 'closing';
    const late = setTimeout(() => quit(false), CLOSE_MS_MAX);
    void close()
      .catch((error: unknown) => log.error('the engine did not close', { error: String(error) }))
      .finally(() => {
        clearTimeout(late);
        quit(true);
      });
  });
}
