import { z } from 'zod';
import { senderSchema } from '../domain/company.ts';
import { FOLDER_STATES } from '../domain/folder/folder.ts';
import { folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { noteSchema, ownNumberSchema } from '../domain/item/note.ts';
import { problemSchema } from '../domain/item/problem.ts';
import { PIECE_BYTES } from './preview.ts';

/** Bytes of one piece from the window: base64 makes it a third longer, still below the size limit of a call in both hosts. */
export const WINDOW_UPLOAD_PIECE_BYTES = PIECE_BYTES;
const BASE64_MAX = Math.ceil(WINDOW_UPLOAD_PIECE_BYTES / 3) * 4;
/** Length of a file name: the longest that file systems allow. */
export const HANDED_NAME_MAX = 255;
/** The window rejects larger files before it reads a byte. A file above the service's own limit can be made smaller once it is in the folder. */
export const HANDED_BYTES_MAX = 67_108_864;

/** Where a file goes: into a watched folder, or into the folder of the document that it corrects. */
export const windowUploadPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folderId: folderIdSchema }),
  z.object({ kind: z.literal('instead-of'), itemId: itemIdSchema }),
]);
export type WindowUploadPlace = Readonly<z.infer<typeof windowUploadPlaceSchema>>;

export const windowUploadIdSchema = z.guid();

export const beginWindowUploadSchema = z.object({
  place: windowUploadPlaceSchema,
  name: z.string().min(1).max(HANDED_NAME_MAX),
  bytes: z.number().int().nonnegative(),
  /** A note to the accountant, kept with the file before it can be found, and sent with its document. */
  note: noteSchema.optional(),
  /** The user's own number of its document, kept and sent like the note. */
  ownNumber: ownNumberSchema.optional(),
  /** The address of whoever gives it, in place of the company's (C52). */
  userEmail: senderSchema.optional(),
});
export type BeginWindowUpload = Readonly<z.infer<typeof beginWindowUploadSchema>>;

export const windowUploadPieceSchema = z.object({ windowUploadId: windowUploadIdSchema, base64: z.string().max(BASE64_MAX) });

/**
 * Why a file was not copied; nothing of it is left anywhere. `unfit`: it can neither be sent as it is nor be made fit · `known`: the same bytes are in the
 * list, and their file is still where it was found · `left-alone`: a name that other programs give unfinished files · `no-folder`: its folder
 * is no longer watched · `folder-away`: it is watched, but cannot be reached · `full`, `disk`: what the folder's disk says · `no-name`: every
 * variant of its name is taken · `not-open`: that document is neither refused nor unfit · `broken`: pieces are missing · `busy`: too many at once.
 */
export const windowUploadFaultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unfit'), problem: problemSchema }),
  z.object({ kind: z.literal('known'), itemId: itemIdSchema }),
  z.object({ kind: z.literal('folder-away'), state: z.enum(FOLDER_STATES).exclude(['present']) }),
  z.object({ kind: z.literal('disk'), code: z.string() }),
  z.object({ kind: z.enum(['left-alone', 'no-folder', 'full', 'no-name', 'not-open', 'broken', 'busy']) }),
]);
export type WindowUploadFault = Readonly<z.infer<typeof windowUploadFaultSchema>>;

/** `no-test`: the service is a real one · `no-folder`: no longer watched · `not-put`: the folder is away, or its disk did not take the file. */
export const sampleFaultSchema = z.object({ kind: z.enum(['no-test', 'no-folder', 'not-put']) });
export type SampleFault = Readonly<z.infer<typeof sampleFaultSchema>>;

/**
 * The name and folder that it was copied to; intake finds it there like any other file. `noteTooLate`: a document of these bytes was sent before,
 * so that note and number go nowhere.
 */
export const handedOverSchema = z.object({ folderId: folderIdSchema, name: z.string(), noteTooLate: z.literal(true).optional() });
export type HandedOver = Readonly<z.infer<typeof handedOverSchema>>;
