import { app } from 'electron/main';
import type { Log } from '#shared/ports/log.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';

export type QuitOptions = {
  /** Ends or puts back what is in flight. It bounds its own time as far as it can; a hung disk or keychain cannot be bounded by it. */
  readonly close: () => Promise<void>;
  /** Called once all is closed, or has not closed in time; the app ends when it is over, whatever it did. It bounds its own time. */
  readonly instead?: ((inTime: boolean) => Promise<void>) | undefined;
  readonly log: Log;
};

/** The engine's own patience and a little more: a system that shuts down must not wait for us. */
const CLOSE_MS_MAX = 15 * SECOND_MS;

/** Windows that do not close, a program of the system that hangs: nothing keeps a program alive in which nothing runs any more. */
const END_MS_MAX = 10 * SECOND_MS;

/**
 * Quitting waits for `close`, then for `instead`, and then really quits; it waits for the former no longer than `CLOSE_MS_MAX`, since what was not
 * put back then is put back by the next start, as after a power cut. A second wish to quit meanwhile changes nothing while it closes, and ends it afterwards.
 */
export function quitAfter({ close, instead = () => Promise.resolve(), log }: QuitOptions): void {
  let stage: 'running' | 'closing' | 'closed' = 'running';
  const quit = async (inTime: boolean): Promise<void> => {
    if (stage === 'closed') return;
    stage = 'closed';
    if (!inTime) log.warn('quits without waiting any longer');
    try {
      await instead(inTime);
    } catch (error) {
      log.error('what belongs to the end failed', { error: String(error) });
    }
    const stuck = setTimeout(() => app.exit(0), END_MS_MAX);
    app.once('will-quit', () => clearTimeout(stuck));
    app.quit();
  };
  app.on('before-quit', (event) => {
    if (stage === 'closed') return;
    event.preventDefault();
    if (stage === 'closing') return;
    stage = 'closing';
    const late = setTimeout(() => void quit(false), CLOSE_MS_MAX);
    void close()
      .catch((error: unknown) => log.error('the engine did not close', { error: String(error) }))
      .finally(() => {
        clearTimeout(late);
        void quit(true);
      });
  });
}
