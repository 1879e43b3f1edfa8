import type { ItemDetail } from '#shared/app-api/views.ts';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';

/**
 * Where a copy lies that the computer's own viewer would open as what it is. The system chooses a program by the ending alone, so that a
 * PDF named `.exe` would be run: such a file is only shown in its folder.
 */
export function openable({ item, places }: ItemDetail): ItemDetail['places'][number] | undefined {
  const endings = endingsOf(item.mediaType);
  return places.find(({ path, present }) => present && endings.some((ending) => path.toLowerCase().endsWith(ending)));
}

function endingsOf(mediaType: string | null): readonly string[] {
  for (const [known, endings] of Object.entries(MEDIA_TYPES)) if (known === mediaType) return endings;
  return [];
}
