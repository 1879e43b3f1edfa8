import { Emitter } from '#shared/async/emitter.ts';
import { StopSource } from '#shared/async/stop-source.ts';
import { SweepLoop } from '#shared/async/sweep-loop.ts';
import type { InstallFault, UpdateFault, UpdateObstacle, UpdatesView } from '#shared/app-api/updates.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/lib/duration.ts';
import type { Clock, Log, Random } from '#shared/ports/world.ts';
import type { UpdatesPart } from '../../engine/engine.ts';
import type { TriedUpdate } from './tried-update.ts';
import type { UpdateFeed } from './update-feed.ts';
import { join } from 'node:path';
import type { Update } from '#shared/domain/update.ts';
import { type KeptWords, keptWords } from './kept-words.ts';

export type UpdatesOptions = {
  readonly clock: Clock;
  readonly random: Pick<Random, 'fraction'>;
  readonly log: Log;
  readonly feed: UpdateFeed;
  /** Whether an update may be installed unasked; false if that needs an administrator's password. */
  readonly alone: boolean;
  /** Starts the app's normal quit, which then calls `installAtEnd`. */
  readonly quit: () => void;
  /** The previous attempt, as noted. */
  readonly tried: TriedUpdate;
  /** Marks the next start as one that no user requested. */
  readonly quiet: { readonly announce: () => void; readonly forget: () => void };
  /** Starts this same version again once the app has ended. */
  readonly again: (how: { readonly hidden: boolean }) => void;
};

type AtWorkNow = () => Pick<AtWork, 'uploading' | 'windowShown'>;

/** Keeps the check out of the app's start, and of the computer's. */
const FIRST_AFTER_MS = 2 * MINUTE_MS;
const CHECK_EVERY_MS = 4 * HOUR_MS;
/** Spreads the checks, so that a release does not bring all installations to the feed in the same minute. */
const JITTER = 0.5;
const LOOK_EVERY_MS = MINUTE_MS;
/** Somebody is waiting for it. */
const LOOK_WHEN_ASKED_MS = SECOND_MS;

/** Keeps this installation up to date: checks for a newer version, fetches it, and installs it when that disturbs nobody. */
export class Updates implements UpdatesPart {
  readonly #options: UpdatesOptions;
  readonly #changed = new Emitter();
  readonly #stop = new StopSource();
  #view: UpdatesView;
  #loop: SweepLoop | null = null;
  /** Since when an update would disturb nothing; null while none is ready. */
  #quietSinceMs: number | null = null;
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
    this.#loop?.wake();
    return true;
  }

  onChange(ring: () => void): () => void {
    return this.#changed.subscribe(ring);
  }

  /** `atWork` returns the state of engine and window at the moment of the call. */
  start(atWork: AtWorkNow): void {
    const { clock, random, log, feed } = this.#options;
    const obstacle = feed.obstacle();
    if (obstacle !== null) this.#held(obstacle);
    this.#loop = new SweepLoop({
      clock,
      look: () => this.#look(atWork),
      failed: { log: (fields) => log.error('looking for updates broke off', fields), restMs: () => this.#untilCheckMs() },
      firstAfterMs: FIRST_AFTER_MS * (1 + random.fraction() * JITTER),
      stop: this.#stop,
    });
    void this.#loop.start();
  }

  /**
   * Stops checking. Replaces the program if that is what the app quit for; if that fails, this version starts again as before. The app has to
   * end afterwards in any case. `inTime`: nothing of the app runs any longer.
   */
  async installAtEnd(inTime: boolean): Promise<void> {
    const { feed, quiet, tried, again, log } = this.#options;
    this.#stop.abort();
    if (this.#view.kind !== 'ready') return;
    const { version, asked } = this.#view;
    if (!this.#restarting) {
      // A program that still runs must not be replaced.
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

  /** Checks for a newer version, or whether a ready one may be installed. Null ends the loop: the app quits, or this build has no updates. */
  async #look(atWork: AtWorkNow): Promise<number | null> {
    if (this.#quietSinceMs === null) {
      await this.#check();
      if (this.#view.kind === 'off') return null;
      if (this.#view.kind !== 'ready') return this.#untilCheckMs();
      this.#quietSinceMs = this.#options.clock.monotonicMs();
    }
    return this.#installWhenQuiet(atWork);
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

  /** Null: the app quits for it. */
  #installWhenQuiet(atWork: AtWorkNow): number | null {
    if (this.#view.kind !== 'ready') return this.#checkLater();
    const { clock, alone, tried } = this.#options;
    const { version, asked } = this.#view;
    const { uploading, windowShown } = atWork();
    const now = clock.monotonicMs();
    if (this.#quietSinceMs === null || uploading > 0 || windowShown) this.#quietSinceMs = now;
    const quietMs = alone && tried.mayTry(version) ? now - this.#quietSinceMs : 0;
    if (!mayInstall({ uploading, windowShown, asked, quietMs })) return asked ? LOOK_WHEN_ASKED_MS : LOOK_EVERY_MS;
    return this.#restart(version, asked) ? null : this.#checkLater();
  }

  #checkLater(): number {
    this.#quietSinceMs = null;
    return this.#untilCheckMs();
  }

  #untilCheckMs(): number {
    return CHECK_EVERY_MS * (1 + (this.#options.random.fraction() - 0.5) * JITTER);
  }

  /** Quits the app for the update, unless a known obstacle is in the way. Returns whether it quits. */
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
    // Without a saved note, the app could restart for ever.
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
    this.#changed.emit();
  }
}

type AtWork = {
  /** Documents that are being uploaded now. */
  readonly uploading: number;
  /** Whether the user has the window in front of them. */
  readonly windowShown: boolean;
  /** For how long there has been neither an upload nor a shown window. */
  readonly quietMs: number;
  /** Whether the user chose "restart now". */
  readonly asked: boolean;
};

/** A user who has just closed the window often comes back in a moment; after this time they are doing something else. */
export const QUIET_MS = 10 * MINUTE_MS;

/** Whether the app may end now and restart as the newer version: never during an upload, and unasked only while nobody is at the window. */
export function mayInstall({ uploading, windowShown, quietMs, asked }: AtWork): boolean {
  if (uploading > 0) return false;
  return asked || (!windowShown && quietMs >= QUIET_MS);
}

/** Versions that were taken back. They are stored in `folder`, so that replaying the announcement of one installs it nowhere (ADR-49). */
export function takenBackVersions(folder: string): KeptWords {
  return keptWords(join(folder, 'taken-back.json'), 'takenBack');
}

export type Own = {
  readonly version: string;
  /** Schema version of its journal. */
  readonly journal: number;
};

/** Whether an installation may move from its own version to the announced one, which may be older. */
type WayBack = {
  /** The announcement takes this installation's version back, so an older one is allowed. */
  readonly mayBeOlder: boolean;
  /** The announced version can open this installation's journal. */
  readonly reads: boolean;
};

export function wayBack({ takesBack, journal }: Update, own: Own): WayBack {
  return { mayBeOlder: takesBack.includes(own.version), reads: journal >= own.journal };
}
