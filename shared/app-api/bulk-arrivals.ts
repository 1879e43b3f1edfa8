import { z } from 'zod';
import { invoiceTypeSchema } from '../contract/import-types.ts';
import { companyIdSchema, folderIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

const count = z.number().int().nonnegative();

/** Held documents of one folder that were there before it was added, or came all at once: they wait for one common answer. */
export const bulkArrivalSchema = z.object({
  companyId: companyIdSchema,
  importType: invoiceTypeSchema,
  /** The folder in which their files are or were last seen; null if the journal no longer tells. It may have been removed since. */
  folderId: folderIdSchema.nullable(),
  /** Where that folder is or was; null if it is not known. */
  path: z.string().nullable(),
  /** `before`: they were in the folder when it was added · `at-once`: they came together later · `unwatched`: the folder is no longer watched. */
  why: z.enum(['before', 'at-once', 'unwatched']),
  count,
  /** The names of the three files that were written last. */
  names: z.array(z.string()),
  /** When the oldest and the newest of the files were written. */
  oldest: wallMsSchema,
  newest: wallMsSchema,
});
export type BulkArrival = Readonly<z.infer<typeof bulkArrivalSchema>>;

/** How many documents wait for such a common answer, and when the oldest and newest of their files were written. */
export const bulkArrivalViewSchema = z.object({
  count,
  oldest: wallMsSchema.nullable(),
  newest: wallMsSchema.nullable(),
  /** For each of `starts`, how many files were written from then until the next one, or until now. */
  perStart: z.array(count).optional(),
});
export type BulkArrivalView = Readonly<z.infer<typeof bulkArrivalViewSchema>>;

/** `none`: send only what arrives from now on. `since`: send those whose file was written then or later; the others are put aside. */
export const bulkArrivalAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('since'), at: wallMsSchema }),
]);
export type BulkArrivalAnswer = Readonly<z.infer<typeof bulkArrivalAnswerSchema>>;
