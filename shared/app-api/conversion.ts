import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { itemIdSchema } from '../domain/ids.ts';
import { WHY_NOT_JOINED } from '../domain/item/joining/joining.ts';
import { PARTS_MAX, PARTS_MIN } from '../domain/item/joining/parts.ts';
import { noteSchema } from '../domain/item/note.ts';
import { bytesPieceSchema } from './preview.ts';
import { CONVERT_FAULTS, conversionSchema } from '../domain/item/conversion/conversion.ts';

/** `not-found`: no such document · `not-offered`: nothing can be made from it · the others: as the converter says. */
export const CONVERSION_FAULTS = ['not-found', 'not-offered', ...CONVERT_FAULTS] as const;
export type ConversionFault = (typeof CONVERSION_FAULTS)[number];

/** What comes of making a version: pages as they are done, then what was made, or why not. */
export const conversionNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), page: z.number(), pages: z.number() }),
  z.object({ kind: z.literal('made'), conversion: conversionSchema }),
  z.object({ kind: z.literal('fault'), fault: z.enum(CONVERSION_FAULTS) }),
]);
export type ConversionNews = Readonly<z.infer<typeof conversionNewsSchema>>;

/** As for one document, and why these cannot be joined at all. */
export const JOIN_FAULTS = [...CONVERSION_FAULTS, ...WHY_NOT_JOINED] as const;
export type JoinFault = (typeof JOIN_FAULTS)[number];

/**
 * What comes of joining several documents. `itemId`: names what was made, for `conversionBytes` and `sendConversion`; the joined document gets it.
 * `part`: the document whose file is the reason; null if no single one is.
 */
export const joinNewsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('page'), page: z.number(), pages: z.number() }),
  z.object({ kind: z.literal('made'), itemId: itemIdSchema, conversion: conversionSchema }),
  z.object({ kind: z.literal('fault'), fault: z.enum(JOIN_FAULTS), part: itemIdSchema.nullable() }),
]);
export type JoinNews = Readonly<z.infer<typeof joinNewsSchema>>;

/** `sent`: it waits to be sent · `asked`: the same content is known as the other type · `lost`: the version that was shown is not there any more. */
export const SEND_CONVERSION = ['sent', 'asked', 'lost', 'not-offered'] as const;
export type SendConversion = (typeof SEND_CONVERSION)[number];

/** Ours: a PDF's own limit is 127 bytes. */
export const PASSWORD_CHARACTERS_MAX = 512;

const ofItem = z.object({ itemId: itemIdSchema });

export const conversionCalls = {
  /**
   * Makes a version that the service takes from an unfit document (C44). Nothing leaves, and the file stays as it is. A caller that stops reading cancels it.
   * `password`: of a protected PDF; it is used for this conversion, and kept nowhere. `allPictures`: of a HEIC file with several, which become pages.
   */
  convert: oc
    .input(ofItem.extend({ password: z.string().max(PASSWORD_CHARACTERS_MAX).optional(), allPictures: z.boolean().optional() }))
    .output(eventIterator(conversionNewsSchema)),
  /**
   * Makes one PDF of several pictures (C42), in this order. Nothing leaves, nothing is written to the journal, and the files stay as they are. A caller
   * that stops reading cancels it.
   */
  join: oc.input(z.object({ itemIds: z.array(itemIdSchema).min(PARTS_MIN).max(PARTS_MAX) })).output(eventIterator(joinNewsSchema)),
  /** Takes a joining back, as long as nothing of it left: its parts are again what they were. False if that is not possible any more. */
  undoJoin: oc.input(ofItem).output(z.object({ undone: z.boolean() })),
  /**
   * The bytes that a file of a kind is looked at by that no browser draws (TIFF): of the version that was made of it, or of one that is made for this and
   * forgotten.
   */
  shownBytes: oc.input(ofItem).output(eventIterator(bytesPieceSchema)),
  /** The bytes of the version that was made last, to look at before it is sent. */
  conversionBytes: oc.input(ofItem).output(eventIterator(bytesPieceSchema)),
  /**
   * Sends that version and nothing else; of joined ones, a document is made of it. `sha256` is that of the version that the user has seen. `note`: to the
   * accountant, in place of the document's own, or of those of its parts; empty for none.
   */
  sendConversion: oc
    .input(ofItem.extend({ sha256: z.string(), note: noteSchema.optional() }))
    .output(z.object({ became: z.enum(SEND_CONVERSION) })),
};
