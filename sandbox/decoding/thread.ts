import { parentPort, workerData } from 'node:worker_threads';
import type { FileRow } from '../store/file-rows.ts';
import { decodeFile } from './decode-file.ts';

// Between threads of one program there is no origin to name.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await decodeFile(workerData as FileRow));
