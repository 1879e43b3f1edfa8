import { type LoopControl, SweepLoop } from '#shared/async/sweep-loop.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { DAY_MS, MINUTE_MS, type WallMs } from '#shared/lib/duration.ts';
import type { Log } from '#shared/ports/log.ts';
import { relaySilence, type SilenceDeps } from './relay-silence.ts';
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

/** Lets "no answer yet" age visibly: marks the received documents that ask for a person, at regular intervals (C23). */
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
