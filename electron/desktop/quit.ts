import { app, powerMonitor } from 'electron/main';
import type { Log } from '#shared/ports/world.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import { Emitter } from '#shared/async/emitter.ts';
import type { Power } from '../engine/engine.ts';

export type QuitOptions = {
  /** Removes tray and window from sight; from then on windows really close. */
  readonly stop: () => void;
  /** Ends or puts back what is in flight. It limits its own time as far as it can; a hung disk or keychain may make it take longer. */
  readonly close: (pace: Pace) => Promise<void>;
  /** The synchronous form of `close`, as far as that is possible. Nothing of the app may run after it. */
  readonly closeNow: () => void;
  /** Called once everything is closed, or was not closed in time; the app ends after it, even if it fails. It limits its own time. */
  readonly instead?: ((inTime: boolean) => Promise<void>) | undefined;
  readonly log: Log;
};

/** `soon`: the system is shutting down and waits only a few seconds for us. */
export type Pace = 'in-time' | 'soon';

/** Called when the system itself ends (see shell.ts), or by an installer that waits for us. */
export type Quit = {
  /** Quits within the time that the system allows, and installs nothing. */
  soon(): void;
  /** The next quit request comes from the system and must not be prevented, even briefly: that would cancel the system's log-out. */
  letGo(): void;
  /** The system kills the process when this returns. */
  now(): void;
};

/** The engine's own limit and a little more. A system that shuts down waits for less: Linux for five seconds by default. */
const CLOSE_MS_MAX: Readonly<Record<Pace, number>> = { 'in-time': 15 * SECOND_MS, soon: 4 * SECOND_MS };

/** A window that does not close or a hanging system call must not keep a program alive that has finished its work. */
const END_MS_MAX = 10 * SECOND_MS;

/** A log-out may be cancelled by the user or another program, and Intray keeps running. After this time a quit request is the user's again. */
const LET_GO_MS = 5 * MINUTE_MS;

/**
 * Quitting waits for `close`, then for `instead`, then really quits. It waits for `close` no longer than `CLOSE_MS_MAX`: what was not put back
 * by then is put back at the next start, as after a power cut. A second quit request during `close` changes nothing; after it, it ends the app.
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
    // `will-quit` is the last event, so whatever runs until the windows are closed still finds the journal open.
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

/** Linux sends no event when the cable is plugged in or out; polling is cheap. */
const LOOK_EVERY_MS = 15 * SECOND_MS;

/** Whether this computer runs on battery, as the system reports it. Call it only after the app is ready. */
export function watchPower(): Power {
  const changed = new Emitter();
  let was = powerMonitor.isOnBatteryPower();
  const look = (): void => {
    const before = was;
    was = powerMonitor.isOnBatteryPower();
    if (was !== before) changed.emit();
  };
  for (const event of ['on-ac', 'on-battery'] as const) powerMonitor.on(event as 'on-ac', look);
  setInterval(look, LOOK_EVERY_MS).unref();
  return {
    onBattery: () => was,
    onChange: changed.subscribe,
  };
}
