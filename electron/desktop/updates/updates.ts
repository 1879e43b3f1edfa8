import type { UpdateFault, UpdatesView } from '#shared/app-api/updates.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import type { UpdatesPart } from '../../app-shape.ts';
import { type AtWork, mayInstall } from './may-install.ts';
import type { UpdateFeed } from './update-feed.ts';

export type UpdatesOptions = {
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  readonly feed: UpdateFeed;
  /** Whether it may be installed without anybody's wish; false where that asks for an administrator's password. */
  readonly alone: boolean;
  /** Lets the app quit in its own way, and `end` follow. */
  readonly quit: () => void;
  /** Called before a start that nobody asked for. */
  readonly quietly: () => void;
  /** Has this very version started again once the app has ended. */
  readonly again: () => void;
};

type AtWorkNow = () => Pick<AtWork, 'uploading' | 'windowShown'>;

/** The start has better things to do, and so has a computer that has just been switched on. */
const FIRST_AFTER_MS = 2 * MINUTE_MS;
const CHECK_EVERY_MS = 4 * HOUR_MS;
/** A release does not bring all installations to the feed in the same minute. */
const JITTER = 0.5;
const LOOK_EVERY_MS = MINUTE_MS;
/** Somebody waits for it. */
const LOOK_WHEN_ASKED_MS = SECOND_MS;

/** Keeps this installation new: looks for a newer version, fetches it, and installs it when nobody and nothing is disturbed. */
export class Updates implements UpdatesPart {
  readonly #options: UpdatesOptions;
  readonly #rings = new Set<() => void>();
  readonly #stop = new AbortController();
  #view: UpdatesView = { kind: 'current', checkedAt: null, fault: null };
  #wake = new AbortController();
  #restarting = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  view(): UpdatesView {
    return this.#view;
  }

  installNow(): boolean {
    if (this.#view.kind !== 'ready') return false;
    this.#show({ ...this.#view, asked: true });
    this.#wake.abort();
    return true;
  }

  onChange(ring: () => void): () => void {
    this.#rings.add(ring);
    return () => this.#rings.delete(ring);
  }

  /** `atWork`: as the engine and the window stand at the moment when it is called. */
  start(atWork: AtWorkNow): void {
    this.#loop(atWork).catch((bug: unknown) => this.#options.log.error('updates have stopped', { bug: String(bug) }));
  }

  /** Nothing is looked for any more. Replaces the program if that is what the app quit for; false: it is not, and the app just ends. */
  installAtEnd(): boolean {
    const { feed, quietly, again, log } = this.#options;
    this.#stop.abort();
    if (this.#view.kind !== 'ready') return false;
    if (!this.#restarting) {
      feed.endsWithout();
      return false;
    }
    if (!this.#view.asked) quietly();
    if (feed.install()) return true;
    // Nobody wished it to end for good: the password was not given, or the package was exchanged at the last moment.
    log.warn('the app restarts as it was');
    again();
    return false;
  }

  async #loop(atWork: AtWorkNow): Promise<void> {
    const { random } = this.#options;
    await this.#sleep(FIRST_AFTER_MS * (1 + random.fraction() * JITTER));
    // Ends with the app, or when this installation turns out not to replace itself.
    while (!this.#stop.signal.aborted && this.#view.kind !== 'off') {
      await this.#check();
      if (this.#view.kind === 'ready' && (await this.#waitForQuiet(atWork)) === 'quits') return;
      await this.#sleep(CHECK_EVERY_MS * (1 + (random.fraction() - 0.5) * JITTER));
    }
  }

  async #check(): Promise<void> {
    const { clock, feed, log } = this.#options;
    const found = await feed.check();
    if (!found.ok) return found.failure === 'off' ? this.#show({ kind: 'off' }) : this.#failed(found.failure);
    if (found.value === null) return this.#show({ kind: 'current', checkedAt: clock.wallMs(), fault: null });
    this.#show({ kind: 'loading', ...found.value });
    const got = await feed.download();
    if (!got.ok) return this.#failed(got.failure);
    log.info('an update is ready', { version: found.value.version });
    this.#show({ kind: 'ready', ...found.value, asked: false });
  }

  /** Waits, without end but for the app's own, until the app may be replaced. `damaged`: what was fetched is not what was announced any more. */
  async #waitForQuiet(atWork: AtWorkNow): Promise<'quits' | 'damaged'> {
    const { clock, alone, log, quit, feed } = this.#options;
    let quietSince = clock.monotonicMs();
    while (!this.#stop.signal.aborted && this.#view.kind === 'ready') {
      const { uploading, windowShown } = atWork();
      if (uploading > 0 || windowShown) quietSince = clock.monotonicMs();
      const quietMs = alone ? clock.monotonicMs() - quietSince : 0;
      if (mayInstall({ uploading, windowShown, asked: this.#view.asked, quietMs })) {
        if (!feed.isWhole()) {
          this.#failed('damaged');
          return 'damaged';
        }
        this.#restarting = true;
        log.info('the app restarts as a newer one', { version: this.#view.version });
        quit();
        return 'quits';
      }
      await this.#sleep(this.#view.asked ? LOOK_WHEN_ASKED_MS : LOOK_EVERY_MS);
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
    }
    return 'quits';
  }

  #failed(fault: UpdateFault): void {
    const { clock, log } = this.#options;
    log.warn('no update', { fault });
    this.#show({ kind: 'current', checkedAt: clock.wallMs(), fault });
  }

  #show(view: UpdatesView): void {
    this.#view = view;
    for (const ring of this.#rings) ring();
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.#options.clock.sleep(milliseconds, AbortSignal.any([this.#stop.signal, this.#wake.signal]));
  }
}
