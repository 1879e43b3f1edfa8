import { z } from 'zod';
import { afterResultSchema, settleMsSchema } from '../../domain/folder/folder.ts';

/** What a person can set for a folder that is watched; what is not named stays. */
export const folderChangeSchema = z
  .object({ settleMs: settleMsSchema, subfolders: z.boolean(), after: afterResultSchema, refusalNote: z.boolean() })
  .partial();
export type FolderChange = Readonly<z.infer<typeof folderChangeSchema>>;
