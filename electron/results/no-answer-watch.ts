import type { IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS, MINUTE_MS } from '#shared/lib/duration.ts';
import type { Log } from '#shared/ports/log.ts';
import { relaySilence, type SilenceDeps } from './relay-silence.ts';
import type { CommittedPage, NoAnswerStore } from './store.ts';

export type NoAnswerDeps = SilenceDeps & {
  readonly log: Log;
  readonly store: NoAnswerStore;
  readonly askAfterDays: () => number;
  readonly closedLinks: () => readonly IntegrationId[];
  readonly told: (effects: CommittedPage['effects']) => void;
};

export type NoAnswerWatch = { start(): void; close(): Promise<void>; lookAgain(): void };

/** A day more or less changes nothing, but a clock that was set or a laptop that woke should not wait for long. */
const LOOK_EVERY_MS = 15 * MINUTE_MS;
const TURN_GAP_MS = 100;

/** "No answer yet" grows old in sight: marks the received documents that ask for a person, again and again (decision 23). */
export function createNoAnswerWatch(deps: NoAnswerDeps): NoAnswerWatch {
  const { clock, log } = deps;
  const stop = new AbortController();
  let alarm = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const silence = relaySilence(deps);

  const look = async (): Promise<boolean> => {
    const now = clock.wallMs();
    const silent = await silence(now);
    const asked = deps.store.askAbout({
      now,
      askAfterMs: deps.askAfterDays() * DAY_MS,
      silentForMs: silent,
      closed: deps.closedLinks(),
    });
    if (asked.effects.length > 0) deps.told(asked.effects);
    return asked.more;
  };
  const looks = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      alarm = new AbortController();
      let more = false;
      try {
        more = await look();
      } catch (error) {
        // A full disk under the journal, or a bug: the next look tries again.
        log.error('looking for unanswered documents broke off', { name: error instanceof Error ? error.name : 'unknown' });
      }
      await clock.sleep(TURN_GAP_MS, stop.signal);
      if (!more) await clock.sleep(LOOK_EVERY_MS, alarm.signal);
    }
  };
  return {
    start: () => {
      loop = looks();
    },
    close: async () => {
      stop.abort();
      alarm.abort();
      await loop;
    },
    lookAgain: () => alarm.abort(),
  };
}
