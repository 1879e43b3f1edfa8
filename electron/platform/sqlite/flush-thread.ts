import { fdatasyncSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { codeOf } from '../../../shared/node/code-of.ts';

/** Flushes open files on a thread of its own: those of libuv's pool may all be waiting for another disk. */
export type FlushThread = {
  /** Resolves with null once everything that was written to this file is on the disk, else with the error's code. One at a time. */
  flush(fd: number): Promise<string | null>;
  /** Blocks until the flush that is under way has ended, and returns what it will tell; null if there is none. */
  wait(): string | null;
  end(): void;
};

/**
 * The whole program of the thread. As a text, it needs no file that packages would have to place beside the archive. The shared memory holds whether a
 * flush is under way, and the error's code as text.
 */
const PROGRAM = `
const { fdatasyncSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const state = new Int32Array(workerData, 0, 2);
const text = new Uint8Array(workerData, 8);
parentPort.on('message', (fd) => {
  let code = null;
  try {
    fdatasyncSync(fd);
  } catch (error) {
    code = String(error.code);
  }
  state[1] = new TextEncoder().encodeInto(code ?? '', text).written;
  Atomics.store(state, 0, 0);
  Atomics.notify(state, 0);
  parentPort.postMessage(code);
});
`;

const CODE_BYTES = 64;
const WAIT_MS_MAX = 60_000;
const [IDLE, BUSY] = [0, 1];

/** If the thread ends (the system lets the program have no more), files are flushed on the thread that asks. */
export function startFlushThread(): FlushThread {
  const memory = new SharedArrayBuffer(8 + CODE_BYTES);
  const state = new Int32Array(memory, 0, 2);
  const text = new Uint8Array(memory, 8);
  const worker = new Worker(PROGRAM, { eval: true, execArgv: [], workerData: memory });
  let answer: ((code: string | null) => void) | null = null;
  let asked = -1;
  let isGone = false;
  const answered = (code: string | null): void => {
    const tell = answer;
    answer = null;
    tell?.(code);
  };
  const gone = (): void => {
    isGone = true;
    Atomics.store(state, 0, IDLE);
    if (answer !== null) answered(flushHere(asked));
  };
  worker.on('message', answered).on('error', gone).on('exit', gone);
  // The thread does not keep the program alive.
  worker.unref();
  return {
    flush: (fd) =>
      new Promise((resolve) => {
        if (isGone) return resolve(flushHere(fd));
        [asked, answer] = [fd, resolve];
        Atomics.store(state, 0, BUSY);
        // Between threads of one program there is no origin to name.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage(fd);
      }),
    wait: () => {
      if (answer === null) return null;
      // A thread that never began, or a disk that hangs: this thread asks the disk itself, and hangs with it.
      if (Atomics.wait(state, 0, BUSY, WAIT_MS_MAX) === 'timed-out') return flushHere(asked);
      return new TextDecoder().decode(text.slice(0, state[1] ?? 0)) || null;
    },
    end: () => {
      isGone = true;
      answer = null;
      void worker.terminate();
    },
  };
}

/** Flushes on this thread. Null, or the error's code. On macOS Node's call waits until the disk itself is done (F_FULLFSYNC). */
export function flushHere(fd: number): string | null {
  try {
    fdatasyncSync(fd);
    return null;
  } catch (error) {
    return codeOf(error);
  }
}
