import { parentPort } from 'node:worker_threads';
import { confine } from '../../platform/confine.ts';
import { loadScript } from './confined-script.ts';
import { READY } from './threads.ts';

/** The program of a thread of libvips: the script waits for its work, and the thread has given up every right before it comes. */
loadScript({ isThread: true });
confine();
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- Between threads of one program there is no origin to name.
parentPort?.postMessage(READY);
