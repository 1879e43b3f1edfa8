import { parentPort, Worker } from 'node:worker_threads';
import { Mutex } from '#shared/async/semaphore.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';

/** Work on another thread: one question at a time, in order. A failure is an answer too; after it the thread is gone. */
export type Thread = {
  readonly ask: (question: object) => Promise<Result<unknown, 'failed'>>;
  /** Ends the thread. */
  readonly end: () => void;
};

/** A question normally takes less than a second; a busy computer gets a minute before the thread counts as hung. */
const ANSWER_MS_MAX = 60_000;

/** Starts a file that calls `answerAsThread`. */
export function startThread(file: URL): Thread {
  // The thread does not inherit the program's options, such as a debugger or a loader.
  const worker = new Worker(file, { execArgv: [] });
  let isGone = false;
  worker.on('error', () => {
    isGone = true;
  });
  worker.on('exit', () => {
    isGone = true;
  });
  // The thread does not keep the program alive.
  worker.unref();
  return {
    ask: (question) => (isGone ? Promise.resolve(fail('failed')) : askWorker(worker, question)),
    end: () => void worker.terminate(),
  };
}

function askWorker(worker: Worker, question: object): Promise<Result<unknown, 'failed'>> {
  return new Promise((resolve) => {
    const finish = (result: Result<unknown, 'failed'>): void => {
      clearTimeout(patience);
      worker.off('message', told);
      worker.off('error', failed);
      worker.off('exit', failed);
      resolve(result);
    };
    const told = (value: unknown): void => finish(ok(value));
    const failed = (): void => finish(fail('failed'));
    const patience = setTimeout(() => {
      void worker.terminate();
    }, ANSWER_MS_MAX);
    worker.on('message', told);
    worker.on('error', failed);
    worker.on('exit', failed);
    // Between threads of one program there is no origin to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(question);
  });
}

/** Called on the thread itself. An exception ends the thread, and the asking side is told. */
export function answerAsThread(answer: (question: unknown) => Promise<unknown>): void {
  const turns = new Mutex();
  parentPort?.on('message', (question: unknown) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void turns.run(async () => parentPort?.postMessage(await answer(question)));
  });
}
