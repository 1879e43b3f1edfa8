import type { ItemDetail } from '#shared/app-api/views.ts';
import process from 'node:process';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';
import { isWindowsName } from '#shared/lib/is-windows-name.ts';

/**
 * Where a copy lies that the computer's own viewer would open as what it is. The system chooses a program by the ending alone, so that a
 * PDF named `.exe` would be run: such a file is only shown in its folder. On Windows a stream within a file is none of these either.
 */
export function openable({ item, places }: ItemDetail, platform = process.platform): ItemDetail['places'][number] | undefined {
  const endings = endingsOf(item.mediaType);
  return places.find(
    ({ path, present }) =>
      present && endings.some((ending) => path.toLowerCase().endsWith(ending)) && (platform !== 'win32' || areNames(path)),
  );
}

/** Behind the drive's letter, which has the one colon of a path. */
function areNames(path: string): boolean {
  return path
    .replace(/^[a-z]:/i, '')
    .split(/[\\/]/)
    .every(isWindowsName);
}

function endingsOf(mediaType: string | null): readonly string[] {
  for (const [known, endings] of Object.entries(MEDIA_TYPES)) if (known === mediaType) return endings;
  return [];
}
