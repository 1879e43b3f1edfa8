import type { InvoiceType } from '#shared/contract/import-types.ts';
import { engineWords } from '#shared/i18n/engine-words.ts';
import { languageOf } from '#shared/i18n/language.ts';
import type { LiveSettings } from '../../settings/create-settings.ts';

/** What the two folders of a company are called where Intray makes them: in the person's language. */
export function folderNames({ settings }: { readonly settings: LiveSettings }, locale: string): Readonly<Record<InvoiceType, string>> {
  const t = engineWords(languageOf(settings.get().language, locale));
  return { 'purchase-invoices': t('import-type.folder.purchase-invoices'), 'sales-invoices': t('import-type.folder.sales-invoices') };
}
