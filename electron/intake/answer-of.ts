import { withTimeout } from '#shared/async/with-timeout.ts';
import type { Clock } from '#shared/ports/world.ts';
import type { Stop } from '#shared/ports/stop.ts';

/** A sleeping disk spins up within this time; a share that takes longer counts as silent. */
const ANSWER_WITHIN_MS = 20_000;

export type Answer<T> = { readonly kind: 'answered'; readonly value: T } | { readonly kind: 'late'; readonly ended: Promise<unknown> };

type AnswerDeps = { readonly clock: Clock; readonly stop: Stop };

/** Waits for the disk, but not for ever: a share that went away may leave a call unanswered for hours. `stop` also yields `late`. */
export function answerOf<T>(asked: Promise<T>, { clock, stop }: AnswerDeps, withinMs = ANSWER_WITHIN_MS): Promise<Answer<T>> {
  const answered = asked.then((value): Answer<T> => ({ kind: 'answered', value }));
  const late = (): Answer<T> => ({ kind: 'late', ended: asked.catch(() => undefined) });
  return withTimeout(answered, { clock, stop, withinMs, late });
}

/** Waits until a hanging call returns, or until `stop`. Callers do this before the next call, so one folder blocks at most one thread. */
export async function untilEnded(ended: Promise<unknown>, { clock, stop }: AnswerDeps): Promise<void> {
  await withTimeout(ended, { clock, stop, withinMs: Number.POSITIVE_INFINITY, late: () => null });
}
