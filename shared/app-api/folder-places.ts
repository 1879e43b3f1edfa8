import { z } from 'zod';

/** A place for a folder, and what lies there. */
export const folderPlaceSchema = z.object({
  path: z.string(),
  exists: z.boolean(),
  /** Files that would be asked about; of more than are counted `more` says so. */
  files: z.number().int().nonnegative(),
  more: z.boolean(),
});
export type FolderPlace = Readonly<z.infer<typeof folderPlaceSchema>>;

/** Where the two folders of a company could lie, below the person's home. */
export const suggestedFoldersSchema = z.object({ 'purchase-invoices': folderPlaceSchema, 'sales-invoices': folderPlaceSchema });
export type SuggestedFolders = Readonly<z.infer<typeof suggestedFoldersSchema>>;
