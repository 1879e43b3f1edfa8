import { ToldBox } from '../parts/told-box.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import type { Told } from './selection/use-list-actions.ts';

/** The outcome of the last action, until the person dismisses it or does something else. */
export function ToldLine({ told, onForget }: { readonly told: Told; readonly onForget: () => void }) {
  const i18n = useI18n();
  return <ToldBox onForget={onForget}>{inWords(told, i18n)}</ToldBox>;
}

function inWords(told: Told, { t }: I18n): string {
  switch (told.kind) {
    case 'sent-again':
    case 'allowed':
    case 'put-aside':
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
