/** The types of documents; `folder` names the folder for each. Folders that Intray creates keep that name. */
export const importType = {
  'import-type.purchase-invoices': 'Purchase',
  'import-type.sales-invoices': 'Sale',
  'import-type.entries': 'Entries',
  'import-type.invoice.purchase-invoices': 'Purchase invoice',
  'import-type.invoice.sales-invoices': 'Sales invoice',
  'import-type.invoice.entries': 'Accounting entries',
  'import-type.folder.purchase-invoices': 'Purchases',
  'import-type.folder.sales-invoices': 'Sales',
  'import-type.folder.entries': 'Entries',
} as const;
