import { useEffect, useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import type { PageAddress } from './place.ts';

/** Another place is another page: the window is named after it, and the focus goes to its heading, which is then read out. */
export function usePageTurn(place: PageAddress): void {
  const { t } = useI18n();
  const { kind } = place;
  const name = t(`frame.${kind}`);
  const shown = useRef(kind);
  // A document that is opened takes the focus itself.
  const takesFocus = kind === 'documents' && place.itemId !== null;
  useEffect(() => {
    document.title = t('frame.page', { place: name });
  }, [t, name]);
  useEffect(() => {
    if (shown.current === kind) return;
    shown.current = kind;
    const heading = document.querySelector('main h1');
    if (takesFocus || !(heading instanceof HTMLElement)) return;
    heading.tabIndex = -1;
    heading.focus();
  }, [kind, takesFocus]);
}
