import { z } from 'zod';
import { invoiceTypeSchema } from '../../contract/import-types.ts';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '../../domain/ids.ts';
import { QUESTION_KINDS } from '../../domain/item/question.ts';
import { wallMsSchema } from '../../domain/wall-ms-schema.ts';

export const STATE_KINDS = ['held', 'aside', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'] as const;
/** Longer than any name, reference or number that someone pastes. */
export const SEARCH_MAX = 200;

/** Which documents to include; what is not named does not restrict. */
export const itemFilterSchema = z.object({
  /** May be a company that was removed. */
  companyId: companyIdSchema.optional(),
  states: z.array(z.enum(STATE_KINDS)).max(STATE_KINDS.length).optional(),
  /** In addition to `states`: documents without an answer that need a person. */
  asking: z.boolean().optional(),
  /** In addition to `states`: documents with an unproven answer that need a person. */
  unproven: z.boolean().optional(),
  /** False: excludes documents that wait for one general answer because they existed before or arrived all at once. */
  bulkArrival: z.literal(false).optional(),
  /** Only documents that are held for this question; `folderId`: whose file was found last in this folder, or in one that is not known (null). */
  question: z.object({ kind: z.enum(QUESTION_KINDS), folderId: folderIdSchema.nullable().optional() }).optional(),
  /** True: only refused documents that were dealt with. False: excludes these. */
  settled: z.boolean().optional(),
  /**
   * Words in any order, all of which are required: of the name or of the company's name, ignoring case and accents, or the beginning of a
   * document number, with or without its hyphens, or of a reference.
   */
  search: z.string().max(SEARCH_MAX).optional(),
  importType: invoiceTypeSchema.optional(),
  /** Found at this time or later. */
  from: wallMsSchema.optional(),
  /** Found earlier than this. */
  before: wallMsSchema.optional(),
});
export type ItemFilter = Readonly<z.infer<typeof itemFilterSchema>>;

/** Documents chosen individually: the most that a person marks and that one call carries. */
export const CHOSEN_MAX = 5_000;
/** Exceptions in "all but these". */
const EXCEPT_MAX = 500;

/** What a person marked: all that a filter shows except a few, or individual documents. */
export const chosenSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('filter'),
    filter: itemFilterSchema,
    /** `top` of a page: documents that came after it are not included. */
    upTo: z.string().max(20).optional(),
    except: z.array(itemIdSchema).max(EXCEPT_MAX).optional(),
  }),
  z.object({ kind: z.literal('items'), itemIds: z.array(itemIdSchema).max(CHOSEN_MAX) }),
]);
export type Chosen = Readonly<z.infer<typeof chosenSchema>>;
