import { join, sep } from 'node:path';
import type { InvoiceType } from '#shared/contract/import-types.ts';
import { liesBelow } from '#test/support/disks/path-map.ts';

/** On Windows another drive than the one where the profiles lie: an office's share has a letter of its own. */
const OFFICE = sep === '\\' ? 'S:\\office' : '/office';
export const PURCHASES = join(OFFICE, 'Purchases');
export const SALES = join(OFFICE, 'Sales');

/** The folders that both desktops watch. */
export const WATCHED: readonly (readonly [string, InvoiceType])[] = [
  [PURCHASES, 'purchase-invoices'],
  [SALES, 'sales-invoices'],
];

/** Below a watched folder, where files lie after their result: in the language of the desktops. */
export const RESULT_FOLDERS = { Accepted: 'Acceptés', Refused: 'Refusés' } as const;

/** The watched folder and the result folder in it, of a path that lies in one; null for any other. */
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
