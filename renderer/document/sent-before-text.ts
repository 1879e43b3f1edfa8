import type { SentBefore } from '#shared/domain/item/sent-before/sent-before.ts';
import type { I18n } from '../i18n/i18n.tsx';

/** How the document is like one that was sent before, with the numbers of pages where both are known. */
export function sentBeforeText({ way, name, sentAt, pagesBefore, pages }: SentBefore, { t, moment }: Pick<I18n, 't' | 'moment'>): string {
  const values = { name, moment: moment(sentAt) };
  if (way !== 'grown' || pagesBefore === undefined || pages === undefined) return t(`sent-before.${way}.what`, values);
  return t('sent-before.grown.pages', { ...values, count: pagesBefore, pages });
}
