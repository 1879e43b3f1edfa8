import { z } from 'zod';
import { importTypeSchema } from '../../contract/import-types.ts';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '../../domain/ids.ts';
import { QUESTION_KINDS } from '../../domain/item/question.ts';
import { wallMsSchema } from '../../domain/wall-ms-schema.ts';
import type { Item } from '../../domain/item/item.ts';
import { isResolved } from '../../domain/item/aside.ts';
import { unprovenOf } from '../../domain/results/unproven.ts';

export const STATE_KINDS = ['held', 'aside', 'unfit', 'waiting', 'uploading', 'awaiting', 'accepted', 'refused'] as const;
/** Longer than any name, reference or number that someone pastes. */
export const SEARCH_MAX = 200;

/** Which documents to include; what is not named does not restrict. */
export const itemFilterSchema = z.object({
  /** May be a company that was removed. */
  companyId: companyIdSchema.optional(),
  states: z.array(z.enum(STATE_KINDS)).max(STATE_KINDS.length).optional(),
  /** In addition to `states`: documents without an answer that need a user. */
  asking: z.boolean().optional(),
  /** In addition to `states`: documents with an unproven answer that need a user. */
  unproven: z.boolean().optional(),
  /** False: excludes documents that wait for one general answer because they existed before or arrived all at once. */
  bulkArrival: z.literal(false).optional(),
  /** Only documents that are held for this question; `folderId`: whose file was found last in this folder, or in one that is not known (null). */
  question: z.object({ kind: z.enum(QUESTION_KINDS), folderId: folderIdSchema.nullable().optional() }).optional(),
  /** True: only refused documents that were dealt with. False: excludes these. */
  resolved: z.boolean().optional(),
  /**
   * Words in any order, all of which are required: of the name or of the company's name, ignoring case and accents, or the beginning of a
   * document number, with or without its hyphens, or of a reference.
   */
  search: z.string().max(SEARCH_MAX).optional(),
  importType: importTypeSchema.optional(),
  /** Found at this time or later. */
  from: wallMsSchema.optional(),
  /** Found earlier than this. */
  before: wallMsSchema.optional(),
});
export type ItemFilter = Readonly<z.infer<typeof itemFilterSchema>>;

/** Documents chosen individually: the most that a user marks and that one call carries. */
export const CHOSEN_MAX = 5_000;
/** Exceptions in "all but these". */
const EXCEPT_MAX = 500;

/** What a user marked: all that a filter shows except a few, or individual documents. */
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

/** `newest` and `oldest`: by when a document was found. `name`: as people read names. `state`: what needs the user first. */
export const SORTS = ['newest', 'oldest', 'name', 'state'] as const;
export type Sort = (typeof SORTS)[number];
export const sortSchema = z.enum(SORTS);

/** The states in the order of the list, as they are shown: some kinds are shown in several ways. Within a state, the newest come first. */
export const STATE_ORDER = [
  'refused',
  'unfit',
  'held',
  'unproven',
  'no-answer',
  'uploading',
  'waiting',
  'awaiting',
  'accepted',
  'resolved',
  'aside',
] as const;
export type OrderedState = (typeof STATE_ORDER)[number];

export function orderedStateOf(item: Item): OrderedState {
  if (unprovenOf(item) !== null) return 'unproven';
  const { state } = item;
  if (state.kind === 'awaiting' && state.noAnswer?.askedAt === null) return 'no-answer';
  return isResolved(item) ? 'resolved' : state.kind;
}

/** Rows of one page of the list, and documents that most calls take at once. */
export const ITEMS_MAX = 500;
const CURSOR_MAX = 20;
/** Longer than every name of a time zone. */
const ZONE_MAX = 60;

/** `upTo`: the `top` of a page, so that documents which came after it move nothing. `sort`: newest first, if none is given. */
const listed = { upTo: z.string().max(CURSOR_MAX).optional(), sort: sortSchema.optional() };

/** A page of the list, by the cursor of the page before or by its place. */
export const listQuerySchema = itemFilterSchema.extend({
  ...listed,
  after: z.string().max(CURSOR_MAX).optional(),
  offset: z.number().int().min(0).optional(),
  limit: z.number().int().min(1).max(ITEMS_MAX),
});

/** `timeZone`: by whose days the list is shown. */
export const groupsQuerySchema = z.object({ ...listed, filter: itemFilterSchema, timeZone: z.string().max(ZONE_MAX) });

export const stretchSchema = z.object({
  ...listed,
  filter: itemFilterSchema,
  offset: z.number().int().min(0),
  limit: z.number().int().min(1).max(CHOSEN_MAX),
});
