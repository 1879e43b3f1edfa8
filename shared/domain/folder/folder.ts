import { z } from 'zod';
import { importTypeSchema } from '../../contract/import-types.ts';
import { companyIdSchema, folderIdSchema } from '../ids.ts';
import { folderConversionsSchema, NO_CONVERSIONS } from './folder-conversions.ts';
import { folderEntriesSchema, NO_FOLDER_ENTRIES, pairsSchema } from './folder-entries.ts';
import { NO_FOLDER_NOTES } from '../item/note.ts';
import { folderNotesSchema } from '../item/note-schemas.ts';
import { ALWAYS_ASK, sentBeforeRulesSchema } from '../item/sent-before/sent-before.ts';
import { waitsSchema } from './waits.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** What a folder is for, in the order in which a user reads it; for the window and the ports, which do not read the contract. */
export { IMPORT_TYPES, INVOICE_TYPES, type InvoiceType, isInvoiceType } from '../../contract/import-types.ts';

/**
 * `missing`: not there, or its disk reports that it is away · `silent`: its disk does not answer at all · `swapped`: another disk or folder is
 * at the same path.
 */
export const FOLDER_STATES = ['present', 'missing', 'silent', 'denied', 'swapped'] as const;
export type FolderState = (typeof FOLDER_STATES)[number];

/**
 * `polling`: the system reports no changes, for lack of watches · `share`: the folder is on another computer, for which the system reports too
 * few. In both cases new files are found by polling, within half a minute.
 */
export const WATCHING = ['events', 'polling', 'share'] as const;
export type Watching = (typeof WATCHING)[number];

/** Sub-folders that are not searched; `first` is the path of one of them, relative to the folder. */
const passedOverSchema = z.object({ folders: z.number().int().positive(), first: z.string() });
export type PassedOver = z.infer<typeof passedOverSchema>;

/** Quiet time before a file counts as finished, in milliseconds, if a user sets it. Page-by-page scanning needs up to 2 minutes. */
export const settleMsSchema = z.number().int().min(50).max(120_000);

/** What happens to files that were there before: a user is asked about each, or they are sent like new ones. */
export const existingFilesSchema = z.enum(['ask', 'send']);
export type ExistingFiles = z.infer<typeof existingFilesSchema>;

/** What happens to a file once its document has a result: it stays, or is moved into one of two folders inside the chosen one. */
export const afterResultSchema = z.enum(['leave', 'move']);
export type AfterResult = z.infer<typeof afterResultSchema>;

/** Names of those two folders, in the language in which they were first requested; files in them are never new scans. */
export const resultFoldersSchema = z.object({ accepted: z.string().min(1), refused: z.string().min(1) });
export type ResultFolders = Readonly<z.infer<typeof resultFoldersSchema>>;

/** A folder that the user chose. */
export const folderSchema = z.object({
  id: folderIdSchema,
  companyId: companyIdSchema,
  importType: importTypeSchema,
  path: z.string(),
  /** How long a file has to be quiet now, and why so long. */
  settleMs: settleMsSchema,
  waits: waitsSchema.default({ kind: 'chosen' }),
  existing: existingFilesSchema,
  /** Includes everything below it. */
  subfolders: z.boolean().default(true),
  /** When the user chose it, or last confirmed that it is the right one. */
  addedAt: wallMsSchema,
  state: z.enum(FOLDER_STATES),
  /** The disk and inode that it had when it was chosen; null until it is first seen. */
  identity: z.object({ volume: z.string(), inode: z.string() }).nullable(),
  lastSweptAt: wallMsSchema.nullable(),
  /** Not stored; the current state while the program runs. */
  watching: z.enum(WATCHING).default('events'),
  /** Sub-folders skipped because they are too deep. */
  tooDeep: passedOverSchema.nullable().default(null),
  /** Sub-folders skipped because they are links, which are not followed. */
  linked: passedOverSchema.nullable().default(null),
  after: afterResultSchema,
  /** Null until files are first to be moved; kept when they are to stay again. */
  resultFolders: resultFoldersSchema.nullable(),
  /** Whether a short text with the reason is put beside each refused file. */
  refusalNote: z.boolean(),
  /** What is converted and sent without asking; a profile of an older version has none. */
  converts: folderConversionsSchema.default(NO_CONVERSIONS),
  /** What becomes of documents that are like one that was sent before. */
  sentBefore: sentBeforeRulesSchema.default(ALWAYS_ASK),
  /** What it does about the notes that go with its documents. */
  notes: folderNotesSchema.default(NO_FOLDER_NOTES),
  /** Of a folder of scans: whether files of entries beside them go with them. */
  pairs: pairsSchema.default('no'),
  /** Of a folder of entries: how its files are read, and whether they are sent without a question. */
  entries: folderEntriesSchema.default(NO_FOLDER_ENTRIES),
});

export type Folder = Readonly<z.infer<typeof folderSchema>>;
