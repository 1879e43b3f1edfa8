import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ConversionGroup } from '#shared/domain/folder/folder-conversions.ts';

export type Ticked = Readonly<Record<ConversionGroup, boolean>>;

/** What the folder converts without asking. */
export function ticked({ converts }: Folder): Ticked {
  return { photos: converts.photos !== null, tiff: converts.tiff !== null, 'too-large': converts['too-large'] !== null };
}
