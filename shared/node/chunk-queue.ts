/** Bytes that may wait for a slow reader before the socket is no longer read. */
const WAITING_BYTES_MAX = 262_144;

export type Flow = { readonly pause: () => void; readonly resume: () => void };

export type ChunkQueue = {
  readonly push: (chunk: Uint8Array) => void;
  readonly end: () => void;
  /** Read it once. `left` is called when the reader goes before the end. */
  readonly chunks: (left: () => void) => AsyncIterable<Uint8Array>;
};

/** Turns chunks that are pushed into chunks that are pulled, and stops the sender when the reader is slow. */
export function chunkQueue(flow: Flow): ChunkQueue {
  const waiting: Uint8Array[] = [];
  let bytes = 0;
  let ended = false;
  let paused = false;
  let wake: (() => void) | null = null;

  const take = (): Uint8Array | undefined => {
    const chunk = waiting.shift();
    bytes -= chunk?.byteLength ?? 0;
    if (paused && bytes < WAITING_BYTES_MAX / 2) {
      paused = false;
      flow.resume();
    }
    return chunk;
  };

  return {
    push(chunk) {
      waiting.push(chunk);
      bytes += chunk.byteLength;
      if (bytes > WAITING_BYTES_MAX && !paused) {
        paused = true;
        flow.pause();
      }
      wake?.();
    },
    end() {
      ended = true;
      wake?.();
    },
    chunks: (left) => ({
      async *[Symbol.asyncIterator]() {
        try {
          while (true) {
            const chunk = take();
            if (chunk !== undefined) yield chunk;
            else if (ended) return;
            else
              await new Promise<void>((resolve) => {
                wake = resolve;
              });
          }
        } finally {
          left();
        }
      },
    }),
  };
}
