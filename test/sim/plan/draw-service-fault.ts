import { type Effect, type FaultRule, faultRuleSchema } from '#sandbox/faults/fault-rules.ts';
import type { Dice } from './dice.ts';

const EFFECTS: readonly [Effect, ...Effect[]] = [
  { kind: 'latency', ms: 30_000, when: 'before' },
  { kind: 'latency', ms: 120_000, when: 'after' },
  { kind: 'slow-answer', everyMs: 200 },
  { kind: 'reset-request', afterBytes: 100 },
  { kind: 'lose-answer' },
  { kind: 'truncate-answer', atByte: 10 },
  { kind: 'status', status: 500, body: 'problem' },
  { kind: 'status', status: 502, body: 'html' },
  { kind: 'status', status: 503, body: 'empty', retryAfter: '7' },
  { kind: 'status', status: 429, body: 'problem', retryAfter: { dateAfterSeconds: 20 } },
  { kind: 'status', status: 408, body: 'text' },
  { kind: 'status', status: 401, body: 'problem' },
  { kind: 'status', status: 403, body: 'html' },
  { kind: 'status', status: 404, body: 'html' },
  { kind: 'status', status: 200, body: 'html' },
  { kind: 'status', status: 302, body: 'empty' },
  { kind: 'status', status: 409, body: 'problem' },
  { kind: 'content-type', contentType: 'text/html' },
];
const ROUTES: readonly [FaultRule['route'], ...FaultRule['route'][]] = [
  'imports',
  'imports',
  'imports',
  'status',
  'health',
  'token',
  'jwks',
  'all',
];

/** One rule of the sandbox's fault table: for a few calls, or for all of them with some odds. */
export function drawServiceFault(dice: Dice): FaultRule {
  const some = dice.chance(0.5) ? { times: 1 + dice.below(5) } : { probability: 0.5 };
  return faultRuleSchema.parse({ route: dice.one(ROUTES), ...some, effect: dice.one(EFFECTS) });
}
