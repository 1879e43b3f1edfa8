import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { Given } from './hand-over.ts';

/** A company and its folders, purchases first. */
export type Target = { readonly company: Company; readonly folders: readonly Folder[] };

/** The companies that can take files, which are those with a folder. */
export function targetsOf({ companies, folders }: Pick<Overview, 'companies' | 'folders'>): readonly Target[] {
  return companies
    .map((company) => ({ company, folders: folders.filter(({ companyId }) => companyId === company.id).sort(byType) }))
    .filter((target) => target.folders.length > 0);
}

/** Whether the path is needed to tell this folder from another of the same import type. */
export function needsPath(folder: Folder, { folders }: Target): boolean {
  return folders.filter(({ importType }) => importType === folder.importType).length > 1;
}

function byType(one: Folder, other: Folder): number {
  return one.importType === other.importType ? 0 : one.importType === 'purchase-invoices' ? -1 : 1;
}

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
