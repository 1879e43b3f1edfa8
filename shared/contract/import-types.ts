import { z } from 'zod';

/** Three routes, three separate namespaces of references (§ External reference). */
export const IMPORT_TYPES = ['purchase-invoices', 'sales-invoices', 'entries'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];
export const importTypeSchema = z.enum(IMPORT_TYPES);

/** The types whose imports have a file (§ Invoice form). Only between these two can a document have come into the wrong folder. */
export const INVOICE_TYPES = ['purchase-invoices', 'sales-invoices'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];
export const invoiceTypeSchema = z.enum(INVOICE_TYPES);

export function isInvoiceType(type: ImportType | null): type is InvoiceType {
  return type !== null && type !== 'entries';
}
