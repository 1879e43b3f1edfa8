import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Appended, NewEvent, Store } from '../store/store.ts';

/** Events in one transaction: more would only lengthen the wait of the first. */
const BATCH_MAX = 256;
/** Events that wait: at 256 KiB each this is the memory we spend on a store that is slow. */
const WAITING_MAX = 512;

export type CommitFault = { readonly kind: 'full' | 'store' };

export type Committer = {
  /** Resolves when the event is on the disk. A fault is not a refusal: the sender comes again. */
  commit(event: NewEvent): Promise<Result<Appended, CommitFault>>;
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>;
};

type Waiting = { readonly event: NewEvent; readonly done: (result: Result<Appended, CommitFault>) => void };

export type CommitterOptions = {
  readonly store: Pick<Store, 'append'>;
  readonly nextTurn: () => Promise<void>;
  readonly committed: (events: number) => void;
  readonly failed: (error: unknown) => void;
};

/** Group commit: what arrived while the last transaction was written goes into the next one together; nobody waits for a timer. */
export function committer(options: CommitterOptions): Committer {
  let waiting: Waiting[] = [];
  let running: Promise<void> | null = null;

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const appended = await options.store.append(batch.map(({ event }) => event));
      options.committed(batch.length);
      for (const [at, { done }] of batch.entries()) {
        const one = appended[at];
        done(one === undefined ? fail({ kind: 'store' }) : ok(one));
      }
    } catch (error) {
      // Whatever a store throws, nobody may take it for a commit.
      options.failed(error);
      for (const { done } of batch) done(fail({ kind: 'store' }));
    }
  };
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
