import { z } from 'zod';
import { afterResultSchema, settleMsSchema } from '../domain/folder/folder.ts';
import { folderNotesChangeSchema } from '../domain/item/note.ts';
import { pairsSchema } from '../domain/folder/folder-entries.ts';
import { placeKindSchema } from '../domain/folder/place-kind.ts';
import { sentBeforeRuleSchema } from '../domain/item/sent-before/sent-before.ts';
import { importTypeSchema } from '../contract/import-types.ts';
import { companyIdSchema, folderIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

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
  /** Those whose name a folder for entries takes. */
  entries: count,
  /** Different endings of names. */
  endings: count,
});
export type FolderFigures = Readonly<z.infer<typeof folderFiguresSchema>>;

/** A place for a folder, and what it contains. */
export const folderPlaceSchema = folderFiguresSchema.extend({ path: z.string(), exists: z.boolean(), kind: placeKindSchema });
export type FolderPlace = Readonly<z.infer<typeof folderPlaceSchema>>;

/** Suggested places for the two folders of a company, below the user's home. */
export const suggestedFoldersSchema = z.object({ 'purchase-invoices': folderPlaceSchema, 'sales-invoices': folderPlaceSchema });
export type SuggestedFolders = Readonly<z.infer<typeof suggestedFoldersSchema>>;

export const NO_FIGURES: FolderFigures = { files: 0, more: false, directly: 0, subfolders: 0, sendable: 0, entries: 0, endings: 0 };

/** What a user can set for a folder that is watched; what is not named stays. */
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
    notes: folderNotesChangeSchema,
    /** Of a folder of scans; it applies also to what was found before and has not left. */
    pairs: pairsSchema,
  })
  .partial();
export type FolderChange = Readonly<z.infer<typeof folderChangeSchema>>;

/** Held documents of one folder that were there before it was added, or came all at once: they wait for one common answer. */
export const bulkArrivalSchema = z.object({
  companyId: companyIdSchema,
  importType: importTypeSchema,
  /** The folder in which their files are or were last seen; null if the journal no longer tells. It may have been removed since. */
  folderId: folderIdSchema.nullable(),
  /** Where that folder is or was; null if it is not known. */
  path: z.string().nullable(),
  /** `before`: they were in the folder when it was added · `at-once`: they came together later · `unwatched`: the folder is no longer watched. */
  why: z.enum(['before', 'at-once', 'unwatched']),
  count,
  /** The names of the three files that were written last. */
  names: z.array(z.string()),
  /** When the oldest and the newest of the files were written. */
  oldest: wallMsSchema,
  newest: wallMsSchema,
});
export type BulkArrival = Readonly<z.infer<typeof bulkArrivalSchema>>;

/** How many documents wait for such a common answer, and when the oldest and newest of their files were written. */
export const bulkArrivalViewSchema = z.object({
  count,
  oldest: wallMsSchema.nullable(),
  newest: wallMsSchema.nullable(),
  /** For each of `starts`, how many files were written from then until the next one, or until now. */
  perStart: z.array(count).optional(),
});
export type BulkArrivalView = Readonly<z.infer<typeof bulkArrivalViewSchema>>;

/** `none`: send only what arrives from now on. `since`: send those whose file was written then or later; the others are put aside. */
export const bulkArrivalAnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('none') }),
  z.object({ kind: z.literal('since'), at: wallMsSchema }),
]);
export type BulkArrivalAnswer = Readonly<z.infer<typeof bulkArrivalAnswerSchema>>;
