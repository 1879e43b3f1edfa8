import { join, sep } from 'node:path';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';

/** On Windows another drive than that of the profiles: an office's share has a drive letter of its own. */
const OFFICE = sep === '\\' ? 'S:\\office' : '/office';
export const PURCHASES = join(OFFICE, 'Purchases');
export const SALES = join(OFFICE, 'Sales');

/** The folders that both desktops watch. */
export const WATCHED: readonly (readonly [string, InvoiceType])[] = [
  [PURCHASES, 'purchase-invoices'],
  [SALES, 'sales-invoices'],
];

/** Subfolders of a watched folder for files with a result, named in the desktops' language. */
export const RESULT_FOLDERS = { Accepted: 'Acceptés', Refused: 'Refusés' } as const;

/** The watched folder and the result that a path inside a result folder belongs to; null for any other path. */
export function resultFolderOf(path: string): { readonly folder: string; readonly documentState: keyof typeof RESULT_FOLDERS } | null {
  for (const [folder] of WATCHED) {
    for (const documentState of ['Accepted', 'Refused'] as const) {
      if (liesBelow(path, join(folder, RESULT_FOLDERS[documentState]))) return { folder, documentState };
    }
  }
  return null;
}

export function typeOf(path: string): InvoiceType {
  return path === SALES || liesBelow(path, SALES) ? 'sales-invoices' : 'purchase-invoices';
}
