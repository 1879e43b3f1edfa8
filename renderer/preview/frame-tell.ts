import { z } from 'zod';
import { FRAME_FAULTS, ASSET_FOLDERS, SIDE_MAX } from './frame-messages.ts';

/** Of a drawing: what was asked for, in words of the window's own. */
const id = z.string().max(200);
const side = z.number().min(1).max(SIDE_MAX);
/** Nobody pages further. */
export const PAGES_MAX = 100_000;

/** What comes back, parsed before it is believed: a hostile file may speak through it. */
export const frameTellSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), pages: z.number().int().min(1).max(PAGES_MAX) }),
  z.object({ kind: z.literal('drawn'), id, width: side, height: side, factor: z.number().positive() }),
  z.object({ kind: z.literal('undrawn'), id }),
  z.object({ kind: z.literal('want'), id: z.number().int(), folder: z.enum(ASSET_FOLDERS), name: z.string().max(100) }),
  z.object({ kind: z.literal('fault'), fault: z.enum(FRAME_FAULTS) }),
]);
export type FrameTell = z.infer<typeof frameTellSchema>;
