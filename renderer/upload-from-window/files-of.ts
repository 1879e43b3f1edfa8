import type { Given } from './hand-over.ts';

/** What was dropped. Folders are told apart while the drop is under way: later the browser has forgotten what they were. */
export function filesOf(transfer: DataTransfer): readonly Given[] {
  const items = Array.from(transfer.items).filter(({ kind }) => kind === 'file');
  if (items.length === 0) return Array.from(transfer.files, givenOf);
  return items.flatMap((item): readonly Given[] => {
    const entry = item.webkitGetAsEntry();
    if (entry?.isDirectory === true) return [{ name: entry.name, file: null }];
    const file = item.getAsFile();
    return file === null ? [] : [givenOf(file)];
  });
}

export function givenOf(file: File): Given {
  return { name: file.name, file };
}

/** Whether files are dragged, and not a piece of text from the page. */
export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true;
}
