import type { FolderPlace } from './folder-places.ts';

/** A folder of scans rarely has more when it is chosen. */
const FILES_MAX = 1_000;
/** Scans have two or three; a folder with more than these holds much else. */
const ENDINGS_MAX = 8;

/** Whether the person must see what is in the folder, and say so again, before it is watched: what it holds is probably not all for the accountant. */
export function needsConsent({ kind, files, more, endings }: FolderPlace): boolean {
  return kind !== 'ordinary' || more || files > FILES_MAX || endings > ENDINGS_MAX;
}
