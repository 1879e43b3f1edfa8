import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { type Folder, IMPORT_TYPES } from '#shared/domain/folder/folder.ts';
import { entriesEndingOf } from '#shared/domain/item/file-kinds.ts';
import type { Given } from './hand-over.ts';

/** A company and its folders, purchases first. */
export type Target = { readonly company: Company; readonly folders: readonly Folder[] };

/** What is given: scans, files of entries, or both; `any` also while it is not known. Whatever is no file of entries is for the folders of scans. */
export type GivenKind = 'scans' | 'entries' | 'any';

/** The companies that can take files of this kind, which are those with a folder for it. */
export function targetsOf({ companies, folders }: Pick<Overview, 'companies' | 'folders'>, kind: GivenKind = 'any'): readonly Target[] {
  const isMeant = ({ importType }: Folder): boolean => kind === 'any' || (importType === 'entries') === (kind === 'entries');
  return companies
    .map((company) => ({ company, folders: folders.filter((one) => one.companyId === company.id && isMeant(one)).sort(byType) }))
    .filter((target) => target.folders.length > 0);
}

/** By their names; a text is never a scan. */
export function kindOf(given: readonly Given[]): GivenKind {
  const entries = given.filter(({ name }) => entriesEndingOf(name) !== null).length;
  return entries === 0 ? 'scans' : entries === given.length ? 'entries' : 'any';
}

const SPREADSHEETS = ['vnd.ms-excel', 'vnd.openxmlformats-officedocument.spreadsheetml.sheet'];
const ENTRIES_TYPES: ReadonlySet<string> = new Set([
  'text/csv',
  'text/plain',
  'application/json',
  ...SPREADSHEETS.map((type) => `application/${type}`),
]);

/** During a drag the browser tells the types that the system has for the files, and not their names. */
export function draggedKind({ items }: DataTransfer): GivenKind {
  const types = Array.from(items).flatMap(({ kind, type }) => (kind === 'file' ? [type] : []));
  if (types.length === 0) return 'any';
  if (types.every((type) => ENTRIES_TYPES.has(type))) return 'entries';
  return types.every((type) => type === 'application/pdf' || type.startsWith('image/')) ? 'scans' : 'any';
}

/** Whether the path is needed to tell this folder from another of the same import type. */
export function needsPath(folder: Folder, { folders }: Target): boolean {
  return folders.filter(({ importType }) => importType === folder.importType).length > 1;
}

function byType(one: Folder, other: Folder): number {
  return IMPORT_TYPES.indexOf(one.importType) - IMPORT_TYPES.indexOf(other.importType);
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
