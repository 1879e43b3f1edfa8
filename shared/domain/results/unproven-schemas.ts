import { z } from 'zod';
import { documentIdSchema } from '../../contract/ids.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * What the relay reports about an awaited document, signed by a key that the service no longer publishes and this computer never saw (C37). It
 * changes no state; the user may accept it.
 */
export const unprovenSchema = z.object({
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  /** The event's own time. */
  at: wallMsSchema,
  rejectedAt: wallMsSchema.optional(),
  /** Foreign text. */
  reason: z.string().nullable(),
  /** When this computer found it. */
  seenAt: wallMsSchema,
});
export type Unproven = Readonly<z.infer<typeof unprovenSchema>>;

/** Part of a result that only a user's word supports, until a proven one replaces it. */
export const takenSchema = z.object({
  takenAt: wallMsSchema,
  /** The user asked to be able to send it again all the same; otherwise that is not offered. */
  sendAgain: z.literal(true).optional(),
});
export type Taken = Readonly<z.infer<typeof takenSchema>>;

/** How a result that a user had accepted unproven compares with the service's own word that came later. */
export const replacedUnprovenSchema = z.enum(['confirmed', 'contradicted']);
export type ReplacedUnproven = z.infer<typeof replacedUnprovenSchema>;
