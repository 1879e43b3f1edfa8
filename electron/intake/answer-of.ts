import type { Clock } from '#shared/ports/clock.ts';

/** A disk that sleeps wakes up within this; a share that takes longer is away. */
const ANSWER_WITHIN_MS = 20_000;

export type Answer<T> = { readonly kind: 'answered'; readonly value: T } | { readonly kind: 'late'; readonly ended: Promise<unknown> };

/** Waits for the disk, but not for ever: a share that went away may leave a call unanswered for hours. `late` also on `stop`. */
export async function answerOf<T>(
  asked: Promise<T>,
  by: { readonly clock: Clock; readonly stop: AbortSignal },
  withinMs = ANSWER_WITHIN_MS,
): Promise<Answer<T>> {
  const answered = new AbortController();
  const late = by.clock.sleep(withinMs, AbortSignal.any([by.stop, answered.signal]));
  try {
    return await Promise.race([
      asked.then((value): Answer<T> => ({ kind: 'answered', value })),
      late.then((): Answer<T> => ({ kind: 'late', ended: asked.catch(() => undefined) })),
    ]);
  } finally {
    // With a reason: without one the platform makes an error with its stack, for each of a hundred thousand files.
    answered.abort('answered');
  }
}

/** A call that hangs is waited for before there is another, unless `stop` comes first: one folder ties up one thread at most. */
export async function untilEnded(ended: Promise<unknown>, stop: AbortSignal): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    if (stop.aborted) resolve();
    else stop.addEventListener('abort', () => resolve(), { once: true });
  });
  await Promise.race([ended, stopped]);
}
