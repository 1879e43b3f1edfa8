import { Worker } from 'node:worker_threads';
import { TOO_MUCH_MEMORY } from './messages.ts';

/** A page of A4 at 600 dpi in colour needs some 400 MB. */
const MEMORY_BYTES_MAX = 512 * 1_048_576;
const EVERY_MS = 200;

/**
 * The whole program of the thread. As a text, it needs no file that packages would have to place beside the archive. It writes by a system call:
 * a thread's `process.stdout` goes through the main thread.
 */
const PROGRAM = `
const { writeSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const look = () => {
  if (process.memoryUsage.rss() <= workerData.bytesMax) return;
  try {
    writeSync(1, workerData.says);
  } finally {
    process.kill(process.pid, 'SIGKILL');
  }
};
for (const scope of ['fs', 'worker']) process.permission?.drop(scope);
setInterval(look, workerData.everyMs);
`;

/** Ends this process when it needs too much memory, whatever it is doing. */
export function watchMemory(): void {
  const workerData = { bytesMax: MEMORY_BYTES_MAX, everyMs: EVERY_MS, says: TOO_MUCH_MEMORY };
  // It has the options of this process, with its permission model: a thread with other options would have none. This text is compiled where no other is.
  new Worker(PROGRAM, { eval: true, env: {}, workerData }).unref();
}
