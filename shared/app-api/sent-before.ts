import { oc } from '@orpc/contract';
import { z } from 'zod';
import { companyIdSchema, folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { noteSchema } from '../domain/item/note.ts';
import { sentBeforeAnswerSchema, sentBeforeWaySchema } from '../domain/item/sent-before/sent-before.ts';
import { ITEMS_MAX } from './list/item-filter.ts';

const count = z.number().int().nonnegative();

/** Held documents of one folder that are like documents that were sent, all in one way: they can be answered together. */
export const sentBeforeGroupSchema = z.object({
  companyId: companyIdSchema,
  folderId: folderIdSchema,
  /** Where that folder is or was. */
  path: z.string(),
  way: sentBeforeWaySchema,
  count,
  /** The names of the three that were found last. */
  names: z.array(z.string()),
});
export type SentBeforeGroup = Readonly<z.infer<typeof sentBeforeGroupSchema>>;

/** Which documents an answer is about: those named, or all of a group. */
export const sentBeforeAnsweredSchema = z.object({
  of: z.union([
    z.object({ itemIds: z.array(itemIdSchema).max(ITEMS_MAX) }),
    z.object({ folderId: folderIdSchema, way: sentBeforeWaySchema }),
  ]),
  answer: sentBeforeAnswerSchema,
  /** A note to the accountant, sent with it; only for a document that has none yet. */
  note: noteSchema.optional(),
  /** From now on the folder answers like this by itself, for documents that are like a sent one in the same way. */
  always: z.boolean().default(false),
});
export type SentBeforeAnswered = z.input<typeof sentBeforeAnsweredSchema>;

/** `always`: how many folders were set to answer by themselves. */
const sentBeforeDoneSchema = z.object({ sent: count, left: count, always: count });
export type SentBeforeDone = Readonly<z.infer<typeof sentBeforeDoneSchema>>;

export const sentBeforeCalls = {
  /** Answers whether documents that are like sent ones are sent all the same. Those that are not asked about any more stay as they are. */
  answerSentBefore: oc.input(sentBeforeAnsweredSchema).output(sentBeforeDoneSchema),
};
