import { Worker } from 'node:worker_threads';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import { nodeClock } from '#shared/node/clock.ts';
import type { FileRow } from '../store/file-rows.ts';
import { z } from 'zod';

export type DecodeFile = (file: FileRow) => Promise<Decoded>;

/** A file of 5 MB takes a second or two. */
const DECODE_MS = 30 * SECOND_MS;
const MEMORY_MB = 1_024;

/** Decodes a file in a thread of its own, so that no other request waits for it. The thread is ended in any case. */
export async function decodeInThread(file: FileRow): Promise<Decoded> {
  const { mediaType, content } = file;
  const workerData = { mediaType, content: new Uint8Array(content) };
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_MB };
  const thread = new Worker(new URL('thread.ts', import.meta.url), { workerData, resourceLimits, execArgv: [] });
  const answered = new Promise<Decoded>((resolve) => {
    thread.once('message', (decoded: Decoded) => resolve(decoded));
    thread.once('error', () => resolve({ fault: 'The decoder failed.' }));
    thread.once('exit', () => resolve({ fault: 'The decoder ended.' }));
  });
  try {
    return await withTimeout(answered, {
      clock: nodeClock(),
      withinMs: DECODE_MS,
      late: () => ({ fault: 'It takes too long to decode.' }),
    });
  } finally {
    await thread.terminate();
  }
}

/** What a decoder found in an uploaded file. */
export const decodedSchema = z.union([
  z.object({
    /** One for a picture. */
    pages: z.number(),
    /** Of a picture in dots, of the first page of a PDF in points. */
    width: z.number(),
    height: z.number(),
  }),
  /** English, for people. */
  z.object({ fault: z.string() }),
]);
export type Decoded = Readonly<z.infer<typeof decodedSchema>>;
