import { Worker } from 'node:worker_threads';

/** A thread that flushes open files, one at a time: those of libuv's pool may all be waiting for another disk. */
export type FlushThread = {
  /** It takes tens of milliseconds to begin, and may end by itself (the system lets the program have no more). */
  isReady(): boolean;
  isBusy(): boolean;
  /** Resolves with null once everything that was written to this file is on the disk, else with the error's code; and how long that took. */
  flush(fd: number): Promise<Flushed>;
  /** Blocks until the flush that is under way has ended, and returns what it will tell. Null if there is none, or the thread does not answer. */
  wait(): Flushed | null;
  end(): void;
};

export type Flushed = { readonly code: string | null; readonly ms: number };

/** Three numbers of 32 bits, and the text behind them. */
const [NUMBERS, HEAD_BYTES, CODE_BYTES] = [3, 12, 64];
const [IDLE, BUSY] = [0, 1];
const WAIT_MS_MAX = 60_000;

/**
 * The whole program of the thread. As a text, it needs no file that packages would have to place beside the archive. The shared memory holds whether a
 * flush is under way, how long the last one took in microseconds, and the length and the text of its error's code.
 */
const PROGRAM = `
const { fdatasyncSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const state = new Int32Array(workerData, 0, ${NUMBERS});
const text = new Uint8Array(workerData, ${HEAD_BYTES});
parentPort.on('message', (fd) => {
  const from = performance.now();
  let code = '';
  try {
    fdatasyncSync(fd);
  } catch (error) {
    code = String(error.code);
  }
  state[1] = (performance.now() - from) * 1000;
  state[2] = new TextEncoder().encodeInto(code, text).written;
  Atomics.store(state, 0, ${IDLE});
  Atomics.notify(state, 0);
  parentPort.postMessage(null);
});
parentPort.postMessage(null);
`;

/** `onGone` is called if the thread ended by itself, with the file that it was to flush. */
export function startFlushThread(onGone: (fd: number | null, tell: (flushed: Flushed) => void) => void): FlushThread {
  const memory = new SharedArrayBuffer(HEAD_BYTES + CODE_BYTES);
  const state = new Int32Array(memory, 0, NUMBERS);
  const text = new Uint8Array(memory, HEAD_BYTES);
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: memory });
  let isReady = false;
  let asked: { readonly fd: number; readonly tell: (flushed: Flushed) => void } | null = null;
  const read = (): Flushed => ({ code: new TextDecoder().decode(text.slice(0, state[2] ?? 0)) || null, ms: (state[1] ?? 0) / 1_000 });
  const answered = (): void => {
    isReady = true;
    const answering = asked;
    asked = null;
    answering?.tell(read());
  };
  const gone = (): void => {
    worker.removeAllListeners();
    const answering = asked;
    [isReady, asked] = [false, null];
    Atomics.store(state, 0, IDLE);
    onGone(answering?.fd ?? null, (flushed) => answering?.tell(flushed));
  };
  worker.on('message', answered).on('error', gone).on('exit', gone);
  // The thread does not keep the program alive.
  worker.unref();
  return {
    isReady: () => isReady,
    isBusy: () => asked !== null,
    flush: (fd) =>
      new Promise((resolve) => {
        asked = { fd, tell: resolve };
        Atomics.store(state, 0, BUSY);
        // Between threads of one program there is no origin to name.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage(fd);
      }),
    wait: () => {
      if (asked === null || Atomics.wait(state, 0, BUSY, WAIT_MS_MAX) === 'timed-out') return null;
      return read();
    },
    end: () => {
      worker.removeAllListeners();
      void worker.terminate();
    },
  };
}
