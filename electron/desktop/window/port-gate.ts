import { jsonOf } from '#shared/lib/json-of.ts';
import { z } from 'zod';
import { QUESTION_CHARS_MAX } from './port-channel.ts';

/** What the window may send over its port: a question, or the end of one. */
export type Question = { readonly kind: 'ask' | 'stop'; readonly id: string; readonly text: string };

const id = z.string().min(1).max(64);

/** oRPC's wire form (`i` id, `t` type, `p` payload). No question of ours contains a file, form or stream, so their headers are refused. */
const askSchema = z.strictObject({
  i: id,
  t: z.literal(1).optional(),
  p: z.strictObject({
    u: z.string().regex(/^(\/[A-Za-z]{1,40}){1,3}$/),
    b: z.unknown().optional(),
    h: z.strictObject({ 'last-event-id': z.string().max(200).optional() }).optional(),
    m: z.literal('POST').optional(),
  }),
});
const stopSchema = z.strictObject({ i: id, t: z.literal(4), p: z.unknown().optional() });
const questionSchema = z.union([stopSchema, askSchema]);

/**
 * Parses one message of the window; null if it is not a valid question. oRPC trusts its peer, and bad input would cause an unhandled rejection,
 * so everything that comes from a page is parsed here first.
 */
export function readQuestion(message: unknown): Question | null {
  if (typeof message !== 'string' || message.length > QUESTION_CHARS_MAX) return null;
  const parsed = questionSchema.safeParse(jsonOf(message));
  return parsed.success ? { kind: parsed.data.t === 4 ? 'stop' : 'ask', id: parsed.data.i, text: message } : null;
}

const answerSchema = z.object({
  i: z.string(),
  t: z.number().optional(),
  p: z
    .object({ h: z.record(z.string(), z.unknown()), e: z.string() })
    .partial()
    .nullish(),
});

/** The id of the question that this answer ends; null if more will follow (a doorbell's stream). */
export function endedBy(answer: string): string | null {
  const parsed = answerSchema.safeParse(jsonOf(answer));
  if (!parsed.success) return null;
  const { i, t, p } = parsed.data;
  const more = t === 3 ? p?.e === 'message' : t === undefined && p?.h?.['content-type'] === 'text/event-stream';
  return more ? null : i;
}
