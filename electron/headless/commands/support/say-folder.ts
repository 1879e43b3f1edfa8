import type { Folder } from '#shared/domain/folder/folder.ts';
import { CONVERSION_GROUPS } from '#shared/domain/folder/folder-conversions.ts';

/** How a folder is watched, in one line. */
export function sayFolder({ path, importType, settleMs, subfolders, after, refusalNote, converts }: Folder): string {
  const kinds = CONVERSION_GROUPS.filter((group) => converts[group] !== null);
  const afterwards = after === 'move' ? 'moved after their result' : 'left where they lie after their result';
  return [
    `folder ${JSON.stringify(path)}: ${importType}`,
    subfolders ? 'with sub-folders' : 'without sub-folders',
    `files are read when they were quiet for ${settleMs} ms`,
    `and ${afterwards}${refusalNote ? '; a text with the reason is written beside a refused one' : ''}${kinds.length === 0 ? '' : `; converted and sent without asking: ${kinds.join(', ')}`}`,
  ].join(', ');
}
