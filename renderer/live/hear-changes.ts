import { backOffMs } from '#shared/lib/back-off.ts';
import type { EngineClient } from '../link/engine.ts';
import type { LinkWatch } from './link-state.ts';
import { type Query, QueryClient } from '@tanstack/react-query';

/** Pause between two looks: a burst of a thousand files rings often, and a user reads slowly. */
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

/** Interval of the slow sweep, which finds changes that every doorbell missed. */
const SWEEP_MS = 30_000;

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The engine is on this computer, so it is asked even if the browser believes it is offline.
      queries: { networkMode: 'always', retry: false, refetchInterval: SWEEP_MS, refetchIntervalInBackground: false, staleTime: 0 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/**
 * Fetches again everything that is shown. A query still waiting for its first answer is not restarted by that, and its answer may be older
 * than the ring; so it is fetched once more afterwards. Otherwise the ring would be lost until the next slow sweep.
 */
export async function lookAgain(queryClient: QueryClient): Promise<void> {
  const early = new Set(queryClient.getQueryCache().getAll().filter(isFirst));
  await queryClient.invalidateQueries();
  if (early.size > 0) await queryClient.invalidateQueries({ predicate: (query) => early.has(query) });
}

function isFirst({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.data === undefined;
}
