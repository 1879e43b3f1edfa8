import { z } from 'zod';
import { itemIdSchema } from '../ids.ts';

/** What only a person can decide; the item is held until then. */
export const questionSchema = z.discriminatedUnion('kind', [
  /** The same bytes are known as the other import type (C14): by an item here, or, without one, by what the service told of them. */
  z.object({ kind: z.literal('other-type'), itemId: itemIdSchema.nullable() }),
  /** A picture of one colour everywhere, or a PDF of such pages: perhaps it was fed the wrong way round. */
  z.object({ kind: z.literal('blank') }),
  /** Over the limits of inspection, so that nobody knows whether it can be read (ADR-33). */
  z.object({ kind: z.literal('not-understood') }),
  /** Files that were there before the folder was added, or that came all at once. */
  z.object({ kind: z.literal('flood') }),
  /** The service keeps answering something that is neither a yes nor a no: an address or a firewall may be wrong. */
  z.object({ kind: z.literal('unclear-answer'), status: z.number() }),
  /** An answer was lost under a former connection: the service may have it, and under the current one it would be a second document. */
  z.object({ kind: z.literal('maybe-received') }),
]);

export type Question = Readonly<z.infer<typeof questionSchema>>;
