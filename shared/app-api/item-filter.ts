import { z } from 'zod';
import { invoiceTypeSchema } from '../contract/import-types.ts';
import { companyIdSchema, itemIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

export const STATE_KINDS = ['held', 'aside', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'] as const;
/** Longer than any name, reference or number that somebody pastes. */
const SEARCH_MAX = 200;

/** Which documents are meant; what is not named does not matter. */
export const itemFilterSchema = z.object({
  /** Also one that was removed. */
  companyId: companyIdSchema.optional(),
  states: z.array(z.enum(STATE_KINDS)).max(STATE_KINDS.length).optional(),
  /** Beside `states`: those to which no answer came and which ask for a person. */
  asking: z.boolean().optional(),
  /** Beside `states`: those that have an answer which nothing proves, and which ask for a person. */
  unproven: z.boolean().optional(),
  /** False: without those that wait for one general answer, because they were there before or came all at once. */
  bulkArrival: z.literal(false).optional(),
  /** True: refused documents that were dealt with, alone. False: without these. */
  settled: z.boolean().optional(),
  /** Words of the name, in any order, without case and accents; or the beginning of a document number or of a reference. */
  search: z.string().max(SEARCH_MAX).optional(),
  importType: invoiceTypeSchema.optional(),
  /** Found then or later. */
  from: wallMsSchema.optional(),
  /** Found earlier than this. */
  before: wallMsSchema.optional(),
});
export type ItemFilter = Readonly<z.infer<typeof itemFilterSchema>>;

/** Documents chosen one by one: as many as a person marks, and as one call carries. */
export const CHOSEN_MAX = 5_000;
/** Of "all but these". */
const EXCEPT_MAX = 500;

/** What a person marked: all that a filter shows but for a few, or these. */
export const chosenSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('filter'),
    filter: itemFilterSchema,
    /** `top` of a page: what came after that is not meant. */
    upTo: z.string().max(20).optional(),
    except: z.array(itemIdSchema).max(EXCEPT_MAX).optional(),
  }),
  z.object({ kind: z.literal('items'), itemIds: z.array(itemIdSchema).max(CHOSEN_MAX) }),
]);
export type Chosen = Readonly<z.infer<typeof chosenSchema>>;
