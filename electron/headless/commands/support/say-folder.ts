import type { Folder } from '#shared/domain/folder/folder.ts';

/** How a folder is watched, in one line. */
export function sayFolder({ path, importType, settleMs, subfolders, after, refusalNote }: Folder): string {
  const afterwards = after === 'move' ? 'moved after their result' : 'left where they lie after their result';
  return [
    `folder ${JSON.stringify(path)}: ${importType}`,
    subfolders ? 'with sub-folders' : 'without sub-folders',
    `files are read when they were quiet for ${settleMs} ms`,
    `and ${afterwards}${refusalNote ? '; a text with the reason is written beside a refused one' : ''}`,
  ].join(', ');
}
