import { useEffect, useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import type { PageAddress } from './place.ts';

/** On each change of page, sets the window's title and focuses the page's heading, which screen readers then read. */
export function usePageTurn(place: PageAddress): void {
  const { t } = useI18n();
  const { kind } = place;
  const name = t(`frame.${kind}`);
  const shown = useRef(kind);
  // An opened document takes the focus itself.
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
