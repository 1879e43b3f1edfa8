import { z } from 'zod';
import type { WallMs } from '../../lib/duration.ts';
import { unreachable } from '../../lib/unreachable.ts';
import type { ConvertedKind } from '../item/conversion/conversion.ts';
import { offerFor } from '../item/conversion/conversion-offer.ts';
import type { Problem } from '../item/problem.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** What a folder may convert by itself: photos as phones take them · TIFF · PDFs and pictures that are larger than the service takes. */
export const CONVERSION_GROUPS = ['photos', 'tiff', 'too-large'] as const;
export type ConversionGroup = (typeof CONVERSION_GROUPS)[number];

/** Since when; null: the user is asked about each document. */
const since = wallMsSchema.nullable();
export const folderConversionsSchema = z.object({ photos: since, tiff: since, 'too-large': since });
export type FolderConversions = Readonly<z.infer<typeof folderConversionsSchema>>;

export const NO_CONVERSIONS: FolderConversions = { photos: null, tiff: null, 'too-large': null };

export function conversionGroupOf(kind: ConvertedKind): ConversionGroup {
  switch (kind) {
    case 'tiff':
      return 'tiff';
    case 'heic':
    case 'avif':
    case 'webp':
      return 'photos';
    case 'pdf':
    case 'jpeg':
    case 'png':
    case 'bmp':
      return 'too-large';
    default:
      return unreachable(kind);
  }
}

/** What a user ticks or unticks; what is not named stays. */
export type ConversionsChange = Readonly<Partial<Record<ConversionGroup, boolean | undefined>>>;

/** What is ticked already stays so from when it was, so that no document which was found since is left out. */
export function changedConversions(before: FolderConversions, change: ConversionsChange, now: WallMs): FolderConversions {
  const next = { ...before };
  for (const group of CONVERSION_GROUPS) {
    const wanted = change[group];
    if (wanted !== undefined) next[group] = wanted ? (before[group] ?? now) : null;
  }
  return next;
}

/** What is made of a file with this problem without asking; null if a user is asked. A protected PDF needs its password, which only a user has. */
export function convertedByItself(problem: Problem, of: FolderConversions, foundAt: WallMs): ConvertedKind | null {
  const offer = offerFor(problem);
  return offer === null || offer.because === 'password' || !isConverting(of, offer.from, foundAt) ? null : offer.from;
}

/** Whether the folder was set to convert files of this kind before the document was found. */
export function isConverting(of: FolderConversions, kind: ConvertedKind, foundAt: WallMs): boolean {
  const ticked = of[conversionGroupOf(kind)];
  return ticked !== null && ticked <= foundAt;
}
