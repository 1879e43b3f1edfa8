import { backOffMs } from '#shared/lib/back-off.ts';
import type { EngineClient } from '../link/engine.ts';
import type { LinkWatch } from './link-state.ts';

/** Pause between two looks: a burst of a thousand files rings often, and a person reads slowly. */
const QUIET_MS = 250;
/** The program is on this computer, so a broken link is retried soon, and for ever. */
const RETRY = { firstMs: 400, mostMs: 5_000 };
/** There is only one window, so retries need no jitter. */
const NO_SPREAD = 0.5;

export type Hearing = {
  readonly client: EngineClient;
  readonly watch: LinkWatch;
  /** Fetches again everything that is shown. */
  readonly look: () => Promise<void>;
  readonly signal: AbortSignal;
};

/** Listens to the engine's doorbell as long as the window lives; reopens a lost link, and then looks again. */
export async function hearChanges(hearing: Hearing): Promise<void> {
  const { watch, signal } = hearing;
  for (let tries = 1; !signal.aborted; tries += 1) {
    const heard = await hearUntilLost(hearing);
    if (signal.aborted || watch.current() === 'closed') return;
    if (heard) tries = 1;
    if (watch.current() !== 'signed-out') watch.set('down');
    await pause(backOffMs(tries, NO_SPREAD, RETRY), signal);
  }
}

/** Whether at least one ring was heard. */
async function hearUntilLost({ client, watch, look, signal }: Hearing): Promise<boolean> {
  let heard = false;
  try {
    for await (const _ of await client.changes(undefined, { signal })) {
      heard = true;
      watch.set('up');
      await look();
      await pause(QUIET_MS, signal);
    }
  } catch {
    // Whether it was refused, cut off or restarted, the remedy is to try again.
  }
  return heard;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
