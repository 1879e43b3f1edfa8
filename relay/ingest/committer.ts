import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Appended, NewEvent, Store } from '../store/store.ts';

/** Events in one transaction: more would only lengthen the wait of the first one. */
const BATCH_MAX = 256;
/** Events that wait: at 256 KiB each, this is the memory we spend on a slow store. */
const WAITING_MAX = 512;
/** One event that the store cannot take must not fail the others in its batch; after three faults in a row the rest is not tried. */
const FAULTS_IN_A_ROW_MAX = 3;

export type CommitFault = { readonly kind: 'full' | 'store' };

export type Committer = {
  /** Resolves when the event is on the disk. A fault is not a refusal: the sender repeats the event. */
  commit(event: NewEvent): Promise<Result<Appended, CommitFault>>;
  /** Resolves when no event is waiting. */
  idle(): Promise<void>;
};

type Waiting = { readonly event: NewEvent; readonly done: (result: Result<Appended, CommitFault>) => void };

export type CommitterOptions = {
  readonly store: Pick<Store, 'append'>;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly nextTurn: () => Promise<void>;
  readonly committed: (batch: { readonly events: number; readonly seconds: number }) => void;
  readonly failed: (error: unknown) => void;
};

/** Group commit: events that arrive during a transaction go into the next one together. None waits for a timer. */
export function committer(options: CommitterOptions): Committer {
  const write = batchWriter(options);
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await options.nextTurn();
      const batch = waiting.slice(0, BATCH_MAX);
      waiting = waiting.slice(batch.length);
      await write(batch);
    }
    running = null;
  };

  return {
    commit(event) {
      if (waiting.length >= WAITING_MAX) return Promise.resolve(fail({ kind: 'full' }));
      const { promise, resolve } = Promise.withResolvers<Result<Appended, CommitFault>>();
      waiting.push({ event, done: resolve });
      running ??= run();
      return promise;
    },
    idle: async () => {
      await running;
    },
  };
}

/** Writes a batch and answers each caller in it. If that fails, writes the events one by one, so that a bad one fails alone. */
function batchWriter(options: CommitterOptions): (batch: readonly Waiting[]) => Promise<void> {
  /** Returns whether the store took them. */
  const write = async (batch: readonly Waiting[]): Promise<boolean> => {
    const startedMs = options.clock.monotonicMs();
    try {
      const appended = await options.store.append(batch.map(({ event }) => event));
      options.committed({ events: batch.length, seconds: (options.clock.monotonicMs() - startedMs) / SECOND_MS });
      for (const [at, { done }] of batch.entries()) {
        const one = appended[at];
        done(one === undefined ? fail({ kind: 'store' }) : ok(one));
      }
      return true;
    } catch (error) {
      // Whatever a store throws, no caller may take it for a commit.
      options.failed(error);
      return false;
    }
  };
  return async (batch) => {
    if (await write(batch)) return;
    let inARow = batch.length > 1 ? 0 : FAULTS_IN_A_ROW_MAX;
    for (const one of batch) {
      inARow = inARow < FAULTS_IN_A_ROW_MAX && (await write([one])) ? 0 : inARow + 1;
      if (inARow > 0) one.done(fail({ kind: 'store' }));
    }
  };
}
