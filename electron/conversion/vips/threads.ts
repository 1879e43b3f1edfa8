import { Worker } from 'node:worker_threads';

/** What a thread says when it has loaded its code and given up its rights. */
export const READY = 'ready';

/** Of JavaScript, such a thread runs hardly anything. */
const LIMITS = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32, stackSizeMb: 1 };
/** The script recognises its own threads by this word. */
const PTHREAD = 'em-pthread';

/** Starts threads for libvips while that is still allowed. Rejects if one of them does not load. */
export async function startThreads(file: URL, count: number): Promise<Worker[]> {
  return Promise.all(Array.from({ length: count }, () => started(file)));
}

function started(file: URL): Promise<Worker> {
  const { promise, resolve, reject } = Promise.withResolvers<Worker>();
  const thread = new Worker(file, { env: {}, workerData: PTHREAD, name: PTHREAD, resourceLimits: LIMITS });
  thread.once('error', reject);
  thread.once('message', (said) => {
    thread.removeListener('error', reject);
    if (said === READY) resolve(thread);
    else reject(new Error('a thread of libvips said something else first', { cause: said }));
  });
  return promise;
}

/** Has the script take these threads where it would start new ones. It throws for one more, which the script answers as POSIX does. */
export function handOut(threads: Worker[]): void {
  const left = [...threads];
  Reflect.set(globalThis, 'Worker', function Thread() {
    const next = left.pop();
    if (next === undefined) throw new RangeError('there are no more threads');
    return next;
  });
}
