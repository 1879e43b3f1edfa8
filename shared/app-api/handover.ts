import { z } from 'zod';
import { FILE_BYTES_MAX } from '../contract/limits.ts';
import { FOLDER_STATES } from '../domain/folder/folder.ts';
import { folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { problemSchema } from '../domain/item/problem.ts';
import { PIECE_BYTES } from './preview.ts';

/** One piece on its way from the window: with base64 a third longer, and below what one call of either host may be. */
export const HANDOVER_PIECE_BYTES = PIECE_BYTES;
const BASE64_MAX = Math.ceil(HANDOVER_PIECE_BYTES / 3) * 4;
/** Of a file's name: the longest that a disk knows. */
export const HANDED_NAME_MAX = 255;
/** What is larger is told in the window, before a byte of it is read. */
export const HANDED_BYTES_MAX = FILE_BYTES_MAX;

/** Where a file is to go: into a folder that is watched, or into the one from which the document came that it corrects. */
export const handoverPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('folder'), folderId: folderIdSchema }),
  z.object({ kind: z.literal('instead-of'), itemId: itemIdSchema }),
]);
export type HandoverPlace = Readonly<z.infer<typeof handoverPlaceSchema>>;

export const handoverIdSchema = z.guid();

export const beginHandoverSchema = z.object({
  place: handoverPlaceSchema,
  name: z.string().min(1).max(HANDED_NAME_MAX),
  bytes: z.number().int().nonnegative(),
});
export type BeginHandover = Readonly<z.infer<typeof beginHandoverSchema>>;

export const handoverPieceSchema = z.object({ handoverId: handoverIdSchema, base64: z.string().max(BASE64_MAX) });

/**
 * Why a file was not copied; nothing of it is left anywhere. `unfit`: it could not be sent as it is · `known`: the same bytes are in the
 * list, and their file still lies where it was found · `left-alone`: other programs name their half-done files so · `no-folder`: none is
 * watched for it any more · `folder-away`: it is, but cannot be reached · `full`, `disk`: what the folder's disk says · `no-name`: every
 * name like its own is taken · `not-open`: that document is neither refused nor unfit · `broken`: pieces are missing · `busy`: too many at once.
 */
export const handoverFaultSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unfit'), problem: problemSchema }),
  z.object({ kind: z.literal('known'), itemId: itemIdSchema }),
  z.object({ kind: z.literal('folder-away'), state: z.enum(FOLDER_STATES).exclude(['present']) }),
  z.object({ kind: z.literal('disk'), code: z.string() }),
  z.object({ kind: z.enum(['left-alone', 'no-folder', 'full', 'no-name', 'not-open', 'broken', 'busy']) }),
]);
export type HandoverFault = Readonly<z.infer<typeof handoverFaultSchema>>;

/** Under which name it lies now, and in which folder; it is found there like any other file. */
export const handedOverSchema = z.object({ folderId: folderIdSchema, name: z.string() });
export type HandedOver = Readonly<z.infer<typeof handedOverSchema>>;
