import { z } from 'zod';
import { sentBeforeRuleSchema } from '../../domain/item/sent-before/sent-before.ts';
import { afterResultSchema, settleMsSchema } from '../../domain/folder/folder.ts';

/** What a person can set for a folder that is watched; what is not named stays. */
export const folderChangeSchema = z
  .object({
    /** Null: as long as what writes into it needs. */
    settleMs: settleMsSchema.nullable(),
    subfolders: z.boolean(),
    after: afterResultSchema,
    refusalNote: z.boolean(),
    /** What is converted and sent without asking, of what is found from now on; what is ticked already stays so from when it was. */
    converts: z.object({ photos: z.boolean(), tiff: z.boolean(), 'too-large': z.boolean() }).partial(),
    /** What becomes of documents that are like one that was sent before, of what is found or sent from now on. */
    sentBefore: z.object({ same: sentBeforeRuleSchema, grown: sentBeforeRuleSchema, changed: sentBeforeRuleSchema }).partial(),
  })
  .partial();
export type FolderChange = Readonly<z.infer<typeof folderChangeSchema>>;
