import { z } from 'zod';
import type { Sha256 } from '../../../lib/digest.ts';
import { hex, utf8 } from '../../../lib/bytes.ts';
import { itemIdSchema } from '../../ids.ts';
import { CONVERTED_FORMATS } from '../conversion/conversion.ts';

/** Pictures that can become pages of one PDF. */
export const PICTURE_KINDS = [...CONVERTED_FORMATS, 'jpeg', 'png', 'bmp'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

export const PARTS_MIN = 2;
/** Ours: a photographed invoice has a handful of pages. */
export const PARTS_MAX = 30;

/** A document that is sent as pages of another one. */
export const partSchema = z.object({
  itemId: itemIdSchema,
  /** Of its file, hexadecimal. */
  sha256: z.string(),
  kind: z.enum(PICTURE_KINDS),
});
export type Part = Readonly<z.infer<typeof partSchema>>;

/**
 * The content hash of a document that is joined from these, hexadecimal: of the hashes of the parts in their order, so that two computers that join
 * the same files in the same order have the same reference (C42). Fixed for ever.
 */
export function joinedSha256(sha256: Sha256, parts: readonly Pick<Part, 'sha256'>[]): string {
  return hex(sha256([utf8(['intray/joined/1', ...parts.map((part) => part.sha256)].join('\0'))]));
}

/** What the joined document is called: the first part's name, without its ending, and how many more there are. */
export function joinedName(first: string, parts: number): string {
  return `${first.replace(/\.[^.]{1,5}$/, '')} + ${parts - 1}.pdf`;
}
