import { z } from 'zod';
import { TAKEN_KINDS } from '../file-kinds.ts';
import { remarkSchema } from './remark.ts';
import type { PageFingerprint } from '../../folder/inspected.ts';

/** Formats that the service does not take, and that are converted into one that it takes. */
export const CONVERTED_FORMATS = ['tiff', 'heic', 'avif', 'webp'] as const;
export type ConvertedFormat = (typeof CONVERTED_FORMATS)[number];

/** What a version is made from: also files of the service's own formats that are too large or, for a PDF, protected by a password. */
export const CONVERTED_KINDS = [...CONVERTED_FORMATS, ...TAKEN_KINDS] as const;
export type ConvertedKind = (typeof CONVERTED_KINDS)[number];

/** What a version is made from: one file, or several that a user joined (C42). */
export const VERSION_SOURCES = [...CONVERTED_KINDS, 'joined'] as const;
export type VersionSource = (typeof VERSION_SOURCES)[number];

/** What was made from a file, because the service does not take it as it is (C44). The file itself stays as it is. */
export const conversionSchema = z.object({
  /** Of what was made, hexadecimal; the item's own hash stays that of the file. */
  sha256: z.string(),
  bytes: z.number(),
  mediaType: z.enum(['application/pdf', 'image/jpeg', 'image/png']),
  pages: z.number(),
  from: z.enum(VERSION_SOURCES),
  /** Name and version of the programs that made it: another version may make other bytes. */
  tools: z.string(),
  /** Whose consent it is sent with: by the folder's setting, or, where this is absent, of a user who looked at it. */
  by: z.literal('folder').optional(),
  /** All pictures of the file are pages of it, because a user wanted that; absent where only the main one is shown, and where there is just one. */
  allPictures: z.literal(true).optional(),
  /** What was to be known before it was sent; absent if nothing was. Kept, so that it can be said later what the user had been told. */
  remarks: z.array(remarkSchema).readonly().optional(),
});

export type Conversion = Readonly<z.infer<typeof conversionSchema>>;

/** `fingerprints`: what its pages draw, in their order. They are kept apart from the document. */
export type MadeConversion = Conversion & { readonly fingerprints?: readonly (PageFingerprint | null)[] | undefined };

/**
 * Why nothing was made. `gone`, `changed`, `in-cloud`, `unreadable`: the state of the file · `not-understood`: it is damaged, or of a kind that is not
 * supported (BigTIFF) · `password-wrong`: it does not open with the password, or there was none · `signed`: the version would lose a signature ·
 * `has-attachments`: files are embedded in it, such as the data of an electronic invoice · `too-many-pages`, `too-many-pixels`: a limit that is the
 * same on every computer · `still-too-large`: the service's limit of size cannot be met without making it illegible · `too-slow`, `too-much-memory`: it
 * was ended · `no-room`: our own disk · `stopped`: the user, or the end of the program ·
 * `broken`: a fault of ours.
 */
export const CONVERT_FAULTS = [
  'gone',
  'changed',
  'in-cloud',
  'unreadable',
  'not-understood',
  'password-wrong',
  'signed',
  'has-attachments',
  'too-many-pages',
  'too-many-pixels',
  'still-too-large',
  'too-slow',
  'too-much-memory',
  'no-room',
  'stopped',
  'broken',
] as const;
export type ConvertFault = (typeof CONVERT_FAULTS)[number];
