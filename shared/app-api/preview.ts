import { z } from 'zod';

/** Where both hosts serve the empty page without rights in which a foreign file is drawn. */
export const PREVIEW_PATH = '/preview';

/** Files up to this size are shown, also those that are too large to be sent: the window holds all bytes of one. */
export const SHOWN_BYTES_MAX = 67_108_864;

/** Bytes of one piece to the window; base64 makes it a third longer, still below the size limit of a message of the port. */
export const PIECE_BYTES = 128 * 1024;
const BASE64_MAX = Math.ceil(PIECE_BYTES / 3) * 4;

/**
 * Why there is nothing to look at. `changed`: the file has other content by now, and no copy of ours is left · `gone`: it is not where it
 * was · `in-cloud`: its content is only in the cloud, and is not fetched for a preview · `unread`: it is too large to be read, or to be shown
 * · `busy`: too many previews at once · `no-room`: Intray's own disk has no room for a copy · `damaged`, `too-large`, `too-many-pages`, `failed`: of a
 * file that no browser draws, nothing could be made to look at.
 */
const FILE_FAULTS = ['not-found', 'changed', 'gone', 'in-cloud', 'unread', 'busy', 'no-room'] as const;
export const BYTES_FAULTS = [...FILE_FAULTS, 'damaged', 'too-large', 'too-many-pages', 'failed'] as const;
export const bytesFaultSchema = z.enum(BYTES_FAULTS);
export type BytesFault = z.infer<typeof bytesFaultSchema>;

/** The bytes of an item: how many, then all of them in pieces; or why not. `mediaType`: where they are not the file's own. */
export const bytesPieceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), bytes: z.number().int().nonnegative(), mediaType: z.string().optional() }),
  z.object({ kind: z.literal('piece'), base64: z.string().max(BASE64_MAX) }),
  z.object({ kind: z.literal('fault'), fault: bytesFaultSchema }),
]);
export type BytesPiece = Readonly<z.infer<typeof bytesPieceSchema>>;
