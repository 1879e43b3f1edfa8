import { SECOND_MS } from '#shared/lib/duration.ts';
import { problem } from './problem.ts';
import type { RelayCore } from './relay-core.ts';

type Limited = 'enrolment' | 'proof' | 'token' | 'authentication' | 'answers' | 'doorbell' | 'long-poll';

/** Too many of these from one caller: 429, with the whole seconds after which the next is possible. `what` is for the counter. */
export function limited(core: RelayCore, what: Limited, waitMs: number): Response {
  core.metrics.rateLimited.inc({ what });
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) };
  return problem({ status: 429, code: 'rate', detail: 'Too many of these. Retry-After says when the next is possible.', headers });
}
