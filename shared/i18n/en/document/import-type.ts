/** The types of documents; `folder` names the folder for each. Folders that Intray creates keep that name. */
export const importType = {
  'import-type.purchase-invoices': 'Purchase',
  'import-type.sales-invoices': 'Sale',
  'import-type.invoice.purchase-invoices': 'Purchase invoice',
  'import-type.invoice.sales-invoices': 'Sales invoice',
  'import-type.folder.purchase-invoices': 'Purchases',
  'import-type.folder.sales-invoices': 'Sales',
} as const;
