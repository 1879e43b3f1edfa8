import { z } from 'zod';

/** Where both hosts serve the empty, powerless page in which a foreign file is drawn. */
export const PREVIEW_PATH = '/preview';

/** One piece on its way to the window; with base64 it is a third longer, and below what one message of the port may be. */
export const PIECE_BYTES = 128 * 1024;
const BASE64_MAX = Math.ceil(PIECE_BYTES / 3) * 4;

/**
 * Why there is nothing to look at. `changed`: a file lies there, with other content, and no copy of ours is left · `gone`: it is not where it was ·
 * `in-cloud`: its content is in the cloud only, and is not fetched to be looked at · `unread`: it was never read whole, because it is too large · `busy`: too many are being looked at · `no-room`: Intray's own disk does not take a copy.
 */
export const BYTES_FAULTS = ['not-found', 'changed', 'gone', 'in-cloud', 'unread', 'busy', 'no-room'] as const;
export const bytesFaultSchema = z.enum(BYTES_FAULTS);
export type BytesFault = z.infer<typeof bytesFaultSchema>;

/** The very bytes of an item: how many, then all of them in pieces; or why not. */
export const bytesPieceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), bytes: z.number().int().nonnegative() }),
  z.object({ kind: z.literal('piece'), base64: z.string().max(BASE64_MAX) }),
  z.object({ kind: z.literal('fault'), fault: bytesFaultSchema }),
]);
export type BytesPiece = Readonly<z.infer<typeof bytesPieceSchema>>;
