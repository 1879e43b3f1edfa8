import type { InvoiceType } from '#shared/contract/import-types.ts';

export const PURCHASES = '/office/Purchases';
export const SALES = '/office/Sales';

/** The folders that both desktops watch. */
export const WATCHED: readonly (readonly [string, InvoiceType])[] = [
  [PURCHASES, 'purchase-invoices'],
  [SALES, 'sales-invoices'],
];

export function typeOf(path: string): InvoiceType {
  return path.startsWith(`${SALES}/`) || path === SALES ? 'sales-invoices' : 'purchase-invoices';
}
