import type { importType as en } from '../../en/document/import-type.ts';
import type { French } from '../../french.ts';

export const importType: French<typeof en> = {
  'import-type.purchase-invoices': 'Achat',
  'import-type.sales-invoices': 'Vente',
  'import-type.entries': 'Écritures',
  'import-type.invoice.purchase-invoices': 'Facture d’achat',
  'import-type.invoice.sales-invoices': 'Facture de vente',
  'import-type.invoice.entries': 'Écritures comptables',
  'import-type.folder.purchase-invoices': 'Achats',
  'import-type.folder.sales-invoices': 'Ventes',
  'import-type.folder.entries': 'Écritures',
};
