import { z } from 'zod';
import { documentIdSchema } from '../../contract/ids.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * What the relay says of a document that is awaited, signed by a key that the service publishes no more and this computer never saw (C37). No
 * state changes by it; the person may take it.
 */
export const unprovenSchema = z.object({
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  /** The event's own time. */
  at: wallMsSchema,
  /** Foreign text. */
  reason: z.string().nullable(),
  /** When this computer found it. */
  seenAt: wallMsSchema,
});
export type Unproven = Readonly<z.infer<typeof unprovenSchema>>;

/** Of a result that stands by a person's word alone, until a proven one replaces it. */
export const takenSchema = z.object({
  takenAt: wallMsSchema,
  /** The person asked for it to be sent again all the same; without that it is not offered. */
  sendAgain: z.literal(true).optional(),
});
export type Taken = Readonly<z.infer<typeof takenSchema>>;

/** What became of a result that a person had taken unproven, once the service's own word came. */
export const replacedUnprovenSchema = z.enum(['confirmed', 'contradicted']);
export type ReplacedUnproven = z.infer<typeof replacedUnprovenSchema>;
