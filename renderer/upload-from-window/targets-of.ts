import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';

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
