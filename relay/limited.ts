import { problem } from './problem.ts';
import type { RelayCore } from './relay-core.ts';

const SECONDS = 60;

/** Too many of these from one caller; `what` is for the counter. */
export function limited(core: RelayCore, what: 'enrolment' | 'proof' | 'token' | 'authentication' | 'answers'): Response {
  core.metrics.rateLimited.inc({ what });
  const headers = { 'retry-after': String(SECONDS) };
  return problem({ status: 429, code: 'rate', detail: 'Too many of these. Wait a minute.', headers });
}
