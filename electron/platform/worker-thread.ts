import { parentPort, Worker } from 'node:worker_threads';
import { Mutex } from '../../shared/async/mutex.ts';
import { fail, ok, type Result } from '../../shared/lib/result.ts';

/** Work on another thread: one question at a time, in order. What fails there is an answer too, and the thread is gone. */
export type Thread = {
  readonly ask: (question: object) => Promise<Result<unknown, 'failed'>>;
  /** Nothing more is wanted of it. */
  readonly end: () => void;
};

/** A question is answered within a second; a busy computer is given a minute before it is taken for hung. */
const ANSWER_MS_MAX = 60_000;

/** The file begins with `answerAsThread`. */
export function startThread(file: URL): Thread {
  // Its own options, not those of the program: a debugger or a loader of that one has no business there.
  const worker = new Worker(file, { execArgv: [] });
  let isGone = false;
  worker.on('error', () => {
    isGone = true;
  });
  worker.on('exit', () => {
    isGone = true;
  });
  // A program that wants to end does not wait for it.
  worker.unref();
  return {
    ask: (question) => (isGone ? Promise.resolve(fail('failed')) : asked(worker, question)),
    end: () => void worker.terminate(),
  };
}

function asked(worker: Worker, question: object): Promise<Result<unknown, 'failed'>> {
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

/** On the thread itself. An exception ends it, and whoever asked is told. */
export function answerAsThread(answer: (question: unknown) => Promise<unknown>): void {
  const turns = new Mutex();
  parentPort?.on('message', (question: unknown) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    void turns.run(async () => parentPort?.postMessage(await answer(question)));
  });
}
