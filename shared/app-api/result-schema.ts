import { z } from 'zod';

/** A Result on the wire: expected failures are values on both sides of the window's port. */
export function resultSchema<T extends z.ZodType, F extends z.ZodType>(value: T, failure: F) {
  return z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), value }), z.object({ ok: z.literal(false), failure })]);
}
