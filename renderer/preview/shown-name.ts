import type { I18n } from '../i18n/i18n.tsx';
import type { Shown } from './use-preview.ts';

/** What a preview is called: both the file and the version that was made of it can be on one page. What was joined has no file of its own. */
export function shownName({ item, made }: Shown, t: I18n['t']): string {
  return made === undefined || made.from === 'joined' ? item.name : t('conversion.name', { name: item.name });
}
