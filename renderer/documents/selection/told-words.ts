import type { I18n } from '../../i18n/i18n.tsx';

/** What was done with documents of the list, and with how many it was not. */
export type Told =
  | {
      readonly kind: 'sent-again' | 'allowed' | 'ignored' | 'no-longer-ignored' | 'resolved' | 'unresolved' | 'taken';
      readonly count: number;
      readonly missing: number;
    }
  | { readonly kind: 'no-folder' | 'number-copied' | 'failed' };

export function toldWords(told: Told, { t }: I18n): string {
  switch (told.kind) {
    case 'sent-again':
    case 'allowed':
    case 'ignored':
    case 'no-longer-ignored':
    case 'resolved':
    case 'unresolved':
    case 'taken': {
      const done = t(`list.told.${told.kind}`, { count: told.count });
      return told.missing === 0 ? done : `${done} ${t('list.told.missing', { count: told.missing })}`;
    }
    case 'no-folder':
      return t('document.reveal-none');
    case 'number-copied':
      return t('list.told.number-copied');
    case 'failed':
    default:
      return t('list.told.failed');
  }
}

/** Whether something went wrong, which a person needs time to read. */
export function isTrouble(told: Told): boolean {
  return told.kind === 'no-folder' || told.kind === 'failed' || ('missing' in told && told.missing > 0);
}
