import { z } from 'zod';
import { afterResultSchema, settleMsSchema } from '../domain/folder/folder.ts';
import { placeKindSchema } from '../domain/folder/place-kind.ts';
import { sentBeforeRuleSchema } from '../domain/item/sent-before/sent-before.ts';

const count = z.number().int().nonnegative();

/** What is in a folder. Files are those that a sweep would find; all counts are "at least" if there is `more` than was counted. */
export const folderFiguresSchema = z.object({
  files: count,
  more: z.boolean(),
  /** Of these files, how many are in the folder itself and not in a sub-folder. */
  directly: count,
  subfolders: count,
  /** Files whose name ends as those do that Intray sends. No file is opened to count them. */
  sendable: count,
  /** Different endings of names. */
  endings: count,
});
export type FolderFigures = Readonly<z.infer<typeof folderFiguresSchema>>;

/** A place for a folder, and what it contains. */
export const folderPlaceSchema = folderFiguresSchema.extend({ path: z.string(), exists: z.boolean(), kind: placeKindSchema });
export type FolderPlace = Readonly<z.infer<typeof folderPlaceSchema>>;

/** Suggested places for the two folders of a company, below the person's home. */
export const suggestedFoldersSchema = z.object({ 'purchase-invoices': folderPlaceSchema, 'sales-invoices': folderPlaceSchema });
export type SuggestedFolders = Readonly<z.infer<typeof suggestedFoldersSchema>>;

export const NO_FIGURES: FolderFigures = { files: 0, more: false, directly: 0, subfolders: 0, sendable: 0, endings: 0 };

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
