import { SECOND_MS } from '#shared/lib/duration.ts';
import { problem } from './problem.ts';
import type { RelayCore } from '../relay-core.ts';

type Limited = 'enrolment' | 'proof' | 'token' | 'authentication' | 'answers' | 'doorbell' | 'long-poll' | 'invitation';

export type Limit = { readonly what: Limited; readonly waitMs: number; readonly address: string };

/** Too many of these from one caller: 429, with the whole seconds until the next is possible. `what` is for the counter and the log. */
export function limited(core: RelayCore, { what, waitMs, address }: Limit): Response {
  core.metrics.rateLimited.inc({ what });
  core.refusals.note({ what: 'limit', code: what, address });
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / SECOND_MS))) };
  return problem({ status: 429, code: 'rate', detail: 'Too many of these. Retry-After says when the next is possible.', headers });
}
