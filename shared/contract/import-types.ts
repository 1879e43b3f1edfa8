import { z } from 'zod';

/** Three routes, three separate namespaces of references (§ External reference). */
export const IMPORT_TYPES = ['purchase-invoices', 'sales-invoices', 'entries'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** The import types that a folder can have: entries have no file. */
export const INVOICE_TYPES = ['purchase-invoices', 'sales-invoices'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

export const invoiceTypeSchema = z.enum(INVOICE_TYPES);
