import { z } from 'zod';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';

/** What can be struck: each import by itself too. */
export const STRUCK = [...IMPORT_TYPES, 'status', 'health', 'token', 'jwks'] as const;
export type Struck = (typeof STRUCK)[number];

/** Where a rule strikes; `imports` is all three of them. */
export const FAULT_ROUTES = ['imports', ...STRUCK, 'all'] as const;

/** A call that hangs longer than this has met the time limit of every client. */
export const LATENCY_MS_MAX = 10 * MINUTE_MS;
const BYTES_MAX = 100_000_000;

const effectSchema = z.discriminatedUnion('kind', [
  /** Nothing is looked at for so long, or all is done and the answer is late. */
  z.strictObject({
    kind: z.literal('latency'),
    ms: z.number().int().min(0).max(LATENCY_MS_MAX),
    when: z.enum(['before', 'after']).default('after'),
  }),
  /** The answer comes byte by byte, with this pause before each. */
  z.strictObject({ kind: z.literal('slow-answer'), everyMs: z.number().int().min(0).max(MINUTE_MS) }),
  /** The connection is cut when so many bytes of the body have come; nothing is looked at. */
  z.strictObject({ kind: z.literal('reset-request'), afterBytes: z.number().int().min(0).max(BYTES_MAX) }),
  /** All is done, recorded too, and then the connection is cut instead of an answer. */
  z.strictObject({ kind: z.literal('lose-answer') }),
  /** All is done; the answer ends after so many bytes of its body, whose Content-Length promises more. */
  z.strictObject({ kind: z.literal('truncate-answer'), atByte: z.number().int().min(0).max(BYTES_MAX) }),
  /** This answer before anything is looked at; `retryAfter` as it is written, or as a date so many seconds from now. */
  z.strictObject({
    kind: z.literal('status'),
    status: z.number().int().min(200).max(599),
    body: z.enum(['problem', 'html', 'text', 'empty']).default('problem'),
    retryAfter: z
      .union([z.string().regex(/^[\x20-\x7e]{0,40}$/), z.strictObject({ dateAfterSeconds: z.number().int().min(-86_400).max(86_400) })])
      .optional(),
  }),
  /** The right body under a wrong name. */
  z.strictObject({ kind: z.literal('content-type'), contentType: z.string().regex(/^[\x21-\x7e][\x20-\x7e]{0,99}$/) }),
]);

export type Effect = Readonly<z.infer<typeof effectSchema>>;

export const faultRuleSchema = z.strictObject({
  route: z.enum(FAULT_ROUTES).default('imports'),
  /** This integration's calls alone. */
  integrationId: integrationIdSchema.optional(),
  /** So many calls; for ever when it is left out. */
  times: z.number().int().min(0).max(1_000_000).optional(),
  /** Of the calls that it fits, by the switch `seed`. */
  probability: z.number().min(0).max(1).default(1),
  effect: effectSchema,
});

export type FaultRule = Readonly<z.infer<typeof faultRuleSchema>>;

export type Call = { readonly route: Struck; readonly integrationId: string | null };

/** Whether a rule is about a call, whatever its count and its chance say. */
export function isAbout(rule: Pick<FaultRule, 'route' | 'integrationId'>, call: Call): boolean {
  if (rule.integrationId !== undefined && rule.integrationId !== call.integrationId?.toLowerCase()) return false;
  if (rule.route === 'all' || rule.route === call.route) return true;
  return rule.route === 'imports' && IMPORT_TYPES.some((type) => type === call.route);
}
