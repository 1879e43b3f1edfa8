import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { itemIdSchema } from '../domain/ids.ts';
import { WHY_NOT_JOINED } from '../domain/item/joining/joining.ts';
import { PARTS_MAX, PARTS_MIN } from '../domain/item/joining/parts.ts';
import { conversionSchema, CONVERT_FAULTS } from '../domain/item/conversion/conversion.ts';

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
const BYTES_FAULTS = [...FILE_FAULTS, 'damaged', 'too-large', 'too-many-pages', 'failed'] as const;
const bytesFaultSchema = z.enum(BYTES_FAULTS);

/** The bytes of an item: how many, then all of them in pieces; or why not. `mediaType`: where they are not the file's own. */
export const bytesPieceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('begin'), bytes: z.number().int().nonnegative(), mediaType: z.string().optional() }),
  z.object({ kind: z.literal('piece'), base64: z.string().max(BASE64_MAX) }),
  z.object({ kind: z.literal('fault'), fault: bytesFaultSchema }),
]);

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
  /** Sends that version and nothing else; of joined ones, a document is made of it. `sha256` is that of the version that the person has seen. */
  sendConversion: oc.input(ofItem.extend({ sha256: z.string() })).output(z.object({ became: z.enum(SEND_CONVERSION) })),
};

/** Where both hosts serve the empty page without rights in which a foreign file is drawn. */
export const PREVIEW_PATH = '/preview';

/** Files up to this size are shown, also those that are too large to be sent: the window holds all bytes of one. */
export const SHOWN_BYTES_MAX = 67_108_864;
export type BytesFault = z.infer<typeof bytesFaultSchema>;
export type BytesPiece = Readonly<z.infer<typeof bytesPieceSchema>>;
