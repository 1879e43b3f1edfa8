import process from 'node:process';
import { endOfTurn } from '#shared/node/end-of-turn.ts';
import { nodeDigest } from '#shared/node/digest.ts';
import type { ConvertRequest } from '#shared/ports/converter.ts';
import { nodeFiles } from '../../platform/files/node-files.ts';
import type { Codec } from '../picture.ts';
import { answerRequest } from './answer-request.ts';
import { codecBytes } from './codec-files.ts';
import { watchMemory } from './memory-watch.ts';
import type { ConversionMessage } from './messages.ts';

/** Electron's port for a utility process; elsewhere Node's own IPC is used. */
type ParentPort = {
  on(event: 'message', hear: (message: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
};

/** The memory of WebAssembly never shrinks, and the next file is to have the same limit as the first one. */
const WORN_BYTES = 192 * 1_048_576;

const port = (process as { readonly parentPort?: ParentPort }).parentPort;

function tell(said: ConversionMessage): void {
  if (port === undefined) process.send?.(said, undefined, undefined, () => undefined);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Between processes of one program there is no origin to name.
  else port.postMessage(said);
}

/** The main program notices, and reports a fault of ours. A normal exit would wait for a read that hangs. */
function end(): void {
  process.kill(process.pid, 'SIGKILL');
}

async function codec(name: Codec): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await codecBytes(name);
  } catch (error) {
    // Without its own files the program cannot blame a person's file.
    end();
    throw error;
  }
}

async function answer(request: ConvertRequest): Promise<void> {
  const answered = await answerRequest(request, {
    files: nodeFiles(),
    digest: nodeDigest,
    codec,
    onPage: async (at) => {
      tell({ kind: 'page', at });
      await new Promise<void>(endOfTurn);
    },
  });
  // What is compiled may be left in any state by a damaged file; the rest keeps none.
  const isBroken = !answered.ok && answered.failure === 'not-understood' && request.kind !== 'tiff';
  tell({ kind: 'answer', answer: answered, isWorn: isBroken || process.memoryUsage.rss() > WORN_BYTES });
}

watchMemory();
// The other end is the other half of this same version.
if (port === undefined) process.on('message', (request) => void answer(request as ConvertRequest));
else port.on('message', ({ data }) => void answer(data as ConvertRequest));

// A terminal signals all processes that it started, but the main program decides about the end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', end);
process.on('uncaughtException', end);
