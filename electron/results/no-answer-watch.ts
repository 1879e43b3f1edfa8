import { type LoopControl, SweepLoop } from '#shared/async/sweep-loop.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Clock, Log } from '#shared/ports/world.ts';
import type { CommittedPage, NoAnswerStore } from './store.ts';

export type NoAnswerDeps = SilenceDeps & {
  readonly log: Log;
  readonly store: NoAnswerStore;
  readonly askAfterDays: () => number;
  readonly closedLinks: () => readonly IntegrationId[];
  readonly logsSince: () => ReadonlyMap<IntegrationId, WallMs>;
  readonly told: (effects: CommittedPage['effects']) => void;
};

export type NoAnswerWatch = LoopControl;

/** A day more or less does not matter, but a clock that was changed or a laptop that woke up should not wait for long. */
const LOOK_EVERY_MS = 15 * MINUTE_MS;
const TURN_GAP_MS = 100;

/** Lets "no answer yet" age visibly: marks the received documents that ask for a user, at regular intervals (C23). */
export function createNoAnswerWatch(deps: NoAnswerDeps): NoAnswerWatch {
  const { clock, log } = deps;
  const silence = relaySilence(deps);

  const look = async (): Promise<boolean> => {
    const now = clock.wallMs();
    const silent = await silence(now);
    const asked = deps.store.askAbout({
      now,
      askAfterMs: deps.askAfterDays() * DAY_MS,
      silentForMs: silent,
      closed: deps.closedLinks(),
      logsSince: deps.logsSince(),
    });
    if (asked.effects.length > 0) deps.told(asked.effects);
    return asked.more;
  };
  return new SweepLoop({
    clock,
    look: async () => ((await look()) ? 0 : LOOK_EVERY_MS),
    minGapMs: TURN_GAP_MS,
    failed: { log: (fields) => log.error('looking for unanswered documents broke off', fields), restMs: LOOK_EVERY_MS },
  });
}

type SilenceDeps = {
  readonly clock: Clock;
  readonly store: Pick<NoAnswerStore, 'silence' | 'keepSilence'>;
  /** Since when the relay cannot be read; null while it can. */
  readonly silentSince: () => WallMs | null;
  /** The relay was read, and is readable now. */
  readonly wasRead: () => boolean;
  /** Whether the service itself can be reached: if so, the relay is away, not this computer's network. */
  readonly serviceAnswers: () => Promise<boolean>;
};

/** The service repeats a result for this long; a relay that was away for longer may have missed one. */
const SILENT_MS = 48 * HOUR_MS;
/** A network that comes up late after a weekend is not an outage. */
const SEEN_SILENT_MS = 30 * MINUTE_MS;
/** Shorter silences are not worth a write to the disk. */
const KEEP_SILENT_MS = HOUR_MS;

/** Returns how old a document must be for its result to be lost in a silence of the relay; null while there is no such silence. */
function relaySilence(deps: SilenceDeps): (now: WallMs) => Promise<number | null> {
  const { clock, store } = deps;
  let seenAtMs: number | null = null;
  /** Stored over restarts: a relay that is away for days is away over many of them. */
  const silentSince = (now: WallMs): WallMs | null => {
    const seen = deps.silentSince();
    const kept = store.silence();
    if (seen === null) {
      if (kept !== null && deps.wasRead()) store.keepSilence(null);
      return null;
    }
    if (kept === null && now - seen >= KEEP_SILENT_MS) store.keepSilence(seen);
    return kept ?? seen;
  };
  return async (now) => {
    const since = silentSince(now);
    seenAtMs = since === null ? null : (seenAtMs ?? clock.monotonicMs());
    if (since === null || seenAtMs === null) return null;
    if (now - since < SILENT_MS || clock.monotonicMs() - seenAtMs < SEEN_SILENT_MS) return null;
    return (await deps.serviceAnswers()) ? SILENT_MS : null;
  };
}
