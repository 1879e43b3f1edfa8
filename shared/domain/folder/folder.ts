import { z } from 'zod';
import { invoiceTypeSchema } from '../../contract/import-types.ts';
import { companyIdSchema, folderIdSchema } from '../ids.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * `missing`: not there, or its disk says that it is away · `silent`: its disk says nothing at all · `swapped`: another disk or folder lies at
 * the same path.
 */
export const FOLDER_STATES = ['present', 'missing', 'silent', 'denied', 'swapped'] as const;
export type FolderState = (typeof FOLDER_STATES)[number];

/**
 * `polling`: the system tells nothing, for want of watches · `share`: it lies on another computer, of which the system tells too little. New files are
 * found by looking then, which takes half a minute at most.
 */
export const WATCHING = ['events', 'polling', 'share'] as const;
export type Watching = (typeof WATCHING)[number];

/** Sub-folders in which nothing is looked for; `first` is one of them, within the folder. */
const passedOverSchema = z.object({ folders: z.number().int().positive(), first: z.string() });
export type PassedOver = z.infer<typeof passedOverSchema>;

/**
 * Quiet time before a file counts as finished, in milliseconds. Scanners reopen a file after up to 4 s, so the default
 * is 5 s; programs that write a file at once can do with far less, and page-by-page scanning needs up to 2 minutes.
 */
export const SETTLE_MS_DEFAULT = 5_000;
export const settleMsSchema = z.number().int().min(50).max(120_000);

/** What becomes of the files that lay there before: a person is asked about each, or they are sent like new ones. */
export const existingFilesSchema = z.enum(['ask', 'send']);
export type ExistingFiles = z.infer<typeof existingFilesSchema>;

/** What becomes of a file once its document has a result: it is left, or moved into one of two folders inside the chosen one. */
export const afterResultSchema = z.enum(['leave', 'move']);
export type AfterResult = z.infer<typeof afterResultSchema>;

/** Names of those two, in the language in which they were first asked for; what lies in them is nobody's new scan. */
export const resultFoldersSchema = z.object({ accepted: z.string().min(1), refused: z.string().min(1) });
export type ResultFolders = Readonly<z.infer<typeof resultFoldersSchema>>;

/** A folder the person chose. */
export const folderSchema = z.object({
  id: folderIdSchema,
  companyId: companyIdSchema,
  importType: invoiceTypeSchema,
  path: z.string(),
  settleMs: settleMsSchema,
  existing: existingFilesSchema,
  /** With all that lies below it. */
  subfolders: z.boolean().default(true),
  /** When the person chose it, or last said that it is the right one. */
  addedAt: wallMsSchema,
  state: z.enum(FOLDER_STATES),
  /** The disk and inode it had when it was chosen; null until it was first seen. */
  identity: z.object({ volume: z.string(), inode: z.string() }).nullable(),
  lastSweptAt: wallMsSchema.nullable(),
  /** Not kept, but how it is while the program runs. */
  watching: z.enum(WATCHING).default('events'),
  /** Since they lie too deep. */
  tooDeep: passedOverSchema.nullable().default(null),
  /** Since they are links to folders, which are not followed. */
  linked: passedOverSchema.nullable().default(null),
  after: afterResultSchema,
  /** Null until files were first to be moved; kept when they are to be left again. */
  resultFolders: resultFoldersSchema.nullable(),
  /** A small text with the reason beside each refused file. */
  refusalNote: z.boolean(),
});

export type Folder = Readonly<z.infer<typeof folderSchema>>;
