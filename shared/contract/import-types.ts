import { z } from 'zod';

/** Three routes, three separate namespaces of references (§ External reference). */
export const IMPORT_TYPES = ['purchase-invoices', 'sales-invoices', 'entries'] as const;
export type ImportType = (typeof IMPORT_TYPES)[number];

/** The import types that a folder can have: entries have no file. */
export const INVOICE_TYPES = ['purchase-invoices', 'sales-invoices'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

export const invoiceTypeSchema = z.enum(INVOICE_TYPES);

/** The formats of the field `file`, each with the endings that `filename` may have (§ Invoice form). */
export const MEDIA_TYPES = {
  'application/pdf': ['.pdf'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/bmp': ['.bmp'],
} as const;

export type MediaType = keyof typeof MEDIA_TYPES;

export const FILENAME_ENDINGS: readonly string[] = Object.values(MEDIA_TYPES).flat();

/** Names of the form fields of an invoice import (§ Invoice form), in the order in which they are sent. */
export const FORM_FIELDS = {
  filename: 'filename',
  userEmail: 'userEmail',
  comment: 'comment',
  externalReference: 'externalReference',
  entries: 'entries',
  organization: 'organization',
  /** Last: a streaming reader of the form knows all other fields by then (C15). */
  file: 'file',
} as const;
