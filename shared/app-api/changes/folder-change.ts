import { z } from 'zod';
import { afterResultSchema, settleMsSchema } from '../../domain/folder/folder.ts';

/** What a person can set for a folder that is watched; what is not named stays. */
export const folderChangeSchema = z
  .object({
    settleMs: settleMsSchema,
    subfolders: z.boolean(),
    after: afterResultSchema,
    refusalNote: z.boolean(),
    /** What is converted and sent without asking, of what is found from now on; what is ticked already stays so from when it was. */
    converts: z.object({ photos: z.boolean(), tiff: z.boolean(), 'too-large': z.boolean() }).partial(),
  })
  .partial();
export type FolderChange = Readonly<z.infer<typeof folderChangeSchema>>;
