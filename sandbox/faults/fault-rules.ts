import { z } from 'zod';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** The routes that a fault can strike; each kind of import is one. */
export const STRUCK = [...IMPORT_TYPES, 'status', 'health', 'token', 'jwks'] as const;
export type Struck = (typeof STRUCK)[number];

/** The routes that a rule can name; `imports` means all three imports. */
export const FAULT_ROUTES = ['imports', ...STRUCK, 'all'] as const;

/** A longer delay exceeds the time limit of every client anyway. */
export const LATENCY_MS_MAX = 10 * MINUTE_MS;
const BYTES_MAX = 100_000_000;

const effectSchema = z.discriminatedUnion('kind', [
  /** A delay: `before` the request is looked at, or `after` everything is done, so that only the answer is late. */
  z.strictObject({
    kind: z.literal('latency'),
    ms: z.number().int().min(0).max(LATENCY_MS_MAX),
    when: z.enum(['before', 'after']).default('after'),
  }),
  /** The answer is sent byte by byte, with this pause before each. */
  z.strictObject({ kind: z.literal('slow-answer'), everyMs: z.number().int().min(0).max(MINUTE_MS) }),
  /** The connection is cut after this many bytes of the body; the request is not looked at. */
  z.strictObject({ kind: z.literal('reset-request'), afterBytes: z.number().int().min(0).max(BYTES_MAX) }),
  /** Everything is done, including recording; then the connection is cut instead of an answer. */
  z.strictObject({ kind: z.literal('lose-answer') }),
  /** Everything is done; the answer ends after this many bytes of its body, while its Content-Length promises more. */
  z.strictObject({ kind: z.literal('truncate-answer'), atByte: z.number().int().min(0).max(BYTES_MAX) }),
  /** This answer, without looking at the request. `retryAfter` is sent as it is written, or as a date this many seconds from now. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    body: z.enum(['problem', 'html', 'text', 'empty']).default('problem'),
    retryAfter: z
      .union([z.string().regex(/^[\x20-\x7e]{0,40}$/), z.strictObject({ dateAfterSeconds: z.number().int().min(-86_400).max(86_400) })])
      .optional(),
  }),
  /** The correct body with a wrong content type. */
  z.strictObject({ kind: z.literal('content-type'), contentType: z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,99}$/) }),
]);

export type Effect = Readonly<z.infer<typeof effectSchema>>;

export const faultRuleSchema = z.strictObject({
  route: z.enum(FAULT_ROUTES).default('imports'),
  /** Only calls of this integration. */
  integrationId: integrationIdSchema.optional(),
  /** How many calls are struck; unlimited if absent. */
  times: z.number().int().min(0).max(1_000_000).optional(),
  /** The probability for each matching call, drawn with the switch `seed`. */
  probability: z.number().min(0).max(1).default(1),
  effect: effectSchema,
});

export type FaultRule = Readonly<z.infer<typeof faultRuleSchema>>;

export type Call = { readonly route: Struck; readonly integrationId: string | null };

/** Whether a rule concerns a call, regardless of its count and its probability. */
export function isAbout(rule: Pick<FaultRule, 'route' | 'integrationId'>, call: Call): boolean {
  if (rule.integrationId !== undefined && rule.integrationId !== call.integrationId?.toLowerCase()) return false;
  if (rule.route === 'all' || rule.route === call.route) return true;
  return rule.route === 'imports' && IMPORT_TYPES.some((type) => type === call.route);
}
