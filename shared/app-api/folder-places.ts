import { z } from 'zod';

/** A place for a folder, and what it contains. */
export const folderPlaceSchema = z.object({
  path: z.string(),
  exists: z.boolean(),
  /** Files that the person would be asked about; `more`: there are more than were counted. */
  files: z.number().int().nonnegative(),
  more: z.boolean(),
});
export type FolderPlace = Readonly<z.infer<typeof folderPlaceSchema>>;

/** Suggested places for the two folders of a company, below the person's home. */
export const suggestedFoldersSchema = z.object({ 'purchase-invoices': folderPlaceSchema, 'sales-invoices': folderPlaceSchema });
export type SuggestedFolders = Readonly<z.infer<typeof suggestedFoldersSchema>>;
