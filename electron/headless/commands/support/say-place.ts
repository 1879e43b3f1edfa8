import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import type { PlaceKind } from '#shared/domain/folder/place-kind.ts';

const KINDS: Readonly<Record<PlaceKind, string>> = {
  ordinary: 'holds very much for a folder of scans',
  home: 'is a home folder, with everything that its person keeps',
  'drive-root': 'is a whole drive',
  system: 'belongs to the system or its programs, or holds the files of everybody',
  temporary: 'is for temporary files, which programs write and the system deletes',
  desktop: 'is a desktop',
  downloads: 'is a folder for downloads',
  pictures: 'is a folder for all pictures',
  documents: 'is a folder for all documents',
};

/** What is in a folder that is not watched before a person has read this. */
export function sayPlace({ path, kind, files, more, subfolders, sendable }: FolderPlace): string {
  const within = subfolders === 0 ? '' : ` in ${counted(subfolders, 'sub-folder')}`;
  const among = sendable === 1 ? '1 is a PDF or a picture' : `${sendable} are PDFs or pictures`;
  return [
    `${path} ${KINDS[kind]}: ${more ? 'more than ' : ''}${counted(files, 'file')}${within}; ${among}.`,
    'Nothing was changed. A folder that is only for scans is safer.',
    'If you want this one, run this again with --yes; its sub-folders stay out, unless you add --subfolders yes.',
  ].join('\n');
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
