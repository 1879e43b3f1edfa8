import type { Given } from './hand-over.ts';

/** The dropped files. Folders are recognized here, because the browser forgets that they are folders once the drop event is over. */
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

/** Whether files are dragged, as opposed to text from the page. */
export function hasFiles(transfer: DataTransfer | null): transfer is DataTransfer {
  return transfer?.types.includes('Files') === true;
}
