import { app } from 'electron/main';
import type { Log } from '#shared/ports/log.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';

export type QuitOptions = {
  /** Takes away what the person sees; from then on windows close. */
  readonly stop: () => void;
  /** Ends or puts back what is in flight. It bounds its own time as far as it can; a hung disk or keychain cannot be bounded by it. */
  readonly close: (pace: Pace) => Promise<void>;
  /** The same in this very call, as far as that goes. Nothing of the app may run after it. */
  readonly closeNow: () => void;
  /** Called once all is closed, or has not closed in time; the app ends when it is over, whatever it did. It bounds its own time. */
  readonly instead?: ((inTime: boolean) => Promise<void>) | undefined;
  readonly log: Log;
};

/** `soon`: the system goes down, and waits for us for a few seconds. */
export type Pace = 'in-time' | 'soon';

/** What the system's own end asks of us (who calls it is in system-end.ts), and an installer that waits for us. */
export type Quit = {
  /** Ends within the time that the system gives, and installs nothing. */
  soon(): void;
  /** A wish to quit that comes now is the system's, and is not held up by one turn: to do so would cancel its own end. */
  letGo(): void;
  /** The system ends us when this returns. */
  now(): void;
};

/** The engine's own patience and a little more. A system that goes down waits for less: Linux, where nobody has changed it, for five seconds. */
const CLOSE_MS_MAX: Readonly<Record<Pace, number>> = { 'in-time': 15 * SECOND_MS, soon: 4 * SECOND_MS };

/** Windows that do not close, a program of the system that hangs: nothing keeps a program alive in which nothing runs any more. */
const END_MS_MAX = 10 * SECOND_MS;

/** A log-out that another program or the person cancels leaves us running; after this long a wish to quit is the person's again. */
const LET_GO_MS = 5 * MINUTE_MS;

/**
 * Quitting waits for `close`, then for `instead`, and then really quits; it waits for the former no longer than `CLOSE_MS_MAX`, since what was not
 * put back then is put back by the next start, as after a power cut. A second wish to quit meanwhile changes nothing while it closes, and ends it afterwards.
 */
export function quitAfter(options: QuitOptions): Quit {
  return new Quitting(options);
}

class Quitting implements Quit {
  readonly #options: QuitOptions;
  #stage: 'running' | 'closing' | 'closed' = 'running';
  #pace: Pace = 'in-time';
  #letGoUntil = -1;

  constructor(options: QuitOptions) {
    this.#options = options;
    app.on('before-quit', (event) => {
      if (this.#stage === 'closed') return;
      if (performance.now() < this.#letGoUntil) return this.#unheld();
      event.preventDefault();
      if (this.#stage === 'running') this.#begin();
    });
  }

  soon(): void {
    this.#pace = 'soon';
    if (this.#stage === 'running') app.quit();
    else if (this.#stage === 'closing') setTimeout(() => void this.#quit(false), CLOSE_MS_MAX.soon);
  }

  letGo(): void {
    this.#letGoUntil = performance.now() + LET_GO_MS;
  }

  now(): void {
    if (this.#stage === 'closed') return;
    this.#stage = 'closed';
    this.#options.stop();
    this.#closeNow();
  }

  #begin(): void {
    const { stop, close, log } = this.#options;
    this.#stage = 'closing';
    stop();
    const late = setTimeout(() => void this.#quit(false), CLOSE_MS_MAX[this.#pace]);
    void close(this.#pace)
      .catch((error: unknown) => log.error('the engine did not close', { error: String(error) }))
      .finally(() => {
        clearTimeout(late);
        void this.#quit(true);
      });
  }

  async #quit(inTime: boolean): Promise<void> {
    const { instead, log } = this.#options;
    if (this.#stage === 'closed') return;
    this.#stage = 'closed';
    if (!inTime) log.warn('quits without waiting any longer');
    try {
      if (this.#pace === 'in-time') await instead?.(inTime);
    } catch (error) {
      log.error('what belongs to the end failed', { error: String(error) });
    }
    endWhenStuck();
    app.quit();
  }

  #unheld(): void {
    this.#stage = 'closed';
    this.#options.stop();
    // The last that is heard: what runs until the windows are closed still finds the journal open.
    app.once('will-quit', () => this.#closeNow());
    endWhenStuck();
  }

  #closeNow(): void {
    try {
      this.#options.closeNow();
    } catch (error) {
      this.#options.log.error('the engine did not close', { error: String(error) });
    }
  }
}

function endWhenStuck(): void {
  const stuck = setTimeout(() => app.exit(0), END_MS_MAX);
  app.once('will-quit', () => clearTimeout(stuck));
}
