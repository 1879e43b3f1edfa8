import type { InstallFault, UpdateFault, UpdateObstacle, UpdatesView } from '#shared/app-api/updates.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock } from '#shared/ports/clock.ts';
import type { Log } from '#shared/ports/log.ts';
import type { Random } from '#shared/ports/random.ts';
import type { UpdatesPart } from '../../app-shape.ts';
import { type AtWork, mayInstall } from './may-install.ts';
import type { TriedUpdate } from './tried-update.ts';
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
  /** What is known of the try before. */
  readonly tried: TriedUpdate;
  /** Of the start that nobody asked for. */
  readonly quiet: { readonly announce: () => void; readonly forget: () => void };
  /** Has this very version started again once the app has ended. */
  readonly again: (how: { readonly hidden: boolean }) => void;
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
  #view: UpdatesView;
  #wake = new AbortController();
  #restarting = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#view = { kind: 'current', checkedAt: null, fault: null, failed: options.tried.last() };
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

  /**
   * Nothing is looked for any more. Replaces the program if that is what the app quit for; where that fails, this version starts again as it was. The app has to end
   * afterwards in any case. `inTime`: nothing of it runs any more.
   */
  async installAtEnd(inTime: boolean): Promise<void> {
    const { feed, quiet, tried, again, log } = this.#options;
    this.#stop.abort();
    if (this.#view.kind !== 'ready') return;
    const { version, asked } = this.#view;
    if (!this.#restarting) {
      // What still runs must not be replaced under its feet.
      if (inTime && tried.mayTry(version) && feed.obstacle() === null && feed.endsWithout()) tried.note(version, 'silent');
      return;
    }
    if (!asked) quiet.announce();
    const why = inTime ? await this.#install() : 'late';
    if (why === null) return;
    tried.note(version, why);
    quiet.forget();
    log.warn('the newer version was not put in place; this one starts again', { version, why });
    again({ hidden: !asked });
  }

  async #install(): Promise<InstallFault | null> {
    try {
      return await this.#options.feed.install();
    } catch {
      return 'refused';
    }
  }

  async #loop(atWork: AtWorkNow): Promise<void> {
    const { random, feed } = this.#options;
    const obstacle = feed.obstacle();
    if (obstacle !== null) this.#held(obstacle);
    await this.#sleep(FIRST_AFTER_MS * (1 + random.fraction() * JITTER));
    // Ends with the app, or when this build turns out to have no updates.
    while (!this.#stop.signal.aborted && this.#view.kind !== 'off') {
      await this.#check();
      if (this.#view.kind === 'ready' && (await this.#waitForQuiet(atWork)) === 'quits') return;
      await this.#sleep(CHECK_EVERY_MS * (1 + (random.fraction() - 0.5) * JITTER));
    }
  }

  async #check(): Promise<void> {
    const { clock, feed, tried, log } = this.#options;
    const obstacle = feed.obstacle();
    if (obstacle !== null) return this.#held(obstacle);
    const found = await feed.check();
    if (!found.ok) return found.failure === 'off' ? this.#show({ kind: 'off' }) : this.#failed(found.failure);
    if (found.value === null) return this.#show({ kind: 'current', checkedAt: clock.wallMs(), fault: null, failed: null });
    this.#show({ kind: 'loading', ...found.value });
    const got = await feed.download();
    if (!got.ok) return this.#failed(got.failure);
    log.info('an update is ready', { version: found.value.version });
    const last = tried.last();
    this.#show({ kind: 'ready', ...found.value, asked: false, failed: last?.version === found.value.version ? last : null });
  }

  /** Waits, without end but for the app's own, until the app may be replaced. `not-now`: it turned out that it cannot be. */
  async #waitForQuiet(atWork: AtWorkNow): Promise<'quits' | 'not-now'> {
    const { clock, alone, tried } = this.#options;
    let quietSince = clock.monotonicMs();
    while (!this.#stop.signal.aborted && this.#view.kind === 'ready') {
      const { version, asked } = this.#view;
      const { uploading, windowShown } = atWork();
      if (uploading > 0 || windowShown) quietSince = clock.monotonicMs();
      const quietMs = alone && tried.mayTry(version) ? clock.monotonicMs() - quietSince : 0;
      if (mayInstall({ uploading, windowShown, asked, quietMs })) return this.#restart(version, asked) ? 'quits' : 'not-now';
      await this.#sleep(asked ? LOOK_WHEN_ASKED_MS : LOOK_EVERY_MS);
      if (this.#wake.signal.aborted) this.#wake = new AbortController();
    }
    return 'quits';
  }

  /** Has the app quit for it, where nothing is known that would be in its way. */
  #restart(version: string, asked: boolean): boolean {
    const { feed, tried, log, quit } = this.#options;
    const obstacle = feed.obstacle();
    if (obstacle !== null) {
      this.#held(obstacle);
      return false;
    }
    if (!feed.isWhole()) {
      this.#failed('damaged');
      return false;
    }
    // What cannot be counted could go round for ever.
    if (!tried.note(version, 'silent') && !asked) {
      log.warn('an update waits for a person: its try could not be noted', { version });
      return false;
    }
    this.#restarting = true;
    log.info('the app restarts as a newer one', { version });
    quit();
    return true;
  }

  #held(obstacle: UpdateObstacle): void {
    if (this.#view.kind === 'held' && this.#view.obstacle === obstacle) return;
    this.#options.log.warn('this installation cannot replace itself here', { obstacle });
    this.#show({ kind: 'held', obstacle });
  }

  #failed(fault: UpdateFault): void {
    const { clock, tried, log } = this.#options;
    log.warn('no update', { fault });
    this.#show({ kind: 'current', checkedAt: clock.wallMs(), fault, failed: tried.last() });
  }

  #show(view: UpdatesView): void {
    this.#view = view;
    for (const ring of this.#rings) ring();
  }

  #sleep(milliseconds: number): Promise<void> {
    return this.#options.clock.sleep(milliseconds, AbortSignal.any([this.#stop.signal, this.#wake.signal]));
  }
}
