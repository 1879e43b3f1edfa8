import { useEffect, useRef } from 'react';
import { useI18n } from '../i18n/i18n.tsx';
import { focusHeading } from '../parts/focus-heading.ts';
import { hashOf, type PageAddress } from './place.ts';

/**
 * On each change of page, sets the window's title and focuses the page's heading, which screen readers then read. The first run is one page, whatever
 * the address says: an invitation that arrives changes the address, and may have the focus in its field by then.
 */
export function usePageTurn(place: PageAddress, isFirstRun: boolean): void {
  const { t } = useI18n();
  const { kind } = place;
  const name = t(`frame.${kind}`);
  // Each question is a page of its own.
  const page = kind === 'bulk-question' || kind === 'type-question' ? hashOf(place) : kind;
  const shown = useRef({ page, isFirstRun });
  // An opened document takes the focus itself.
  const takesFocus = kind === 'documents' && place.itemId !== null;
  useEffect(() => {
    document.title = t('frame.page', { place: name });
  }, [t, name]);
  useEffect(() => {
    const before = shown.current;
    shown.current = { page, isFirstRun };
    const isTurned = before.isFirstRun !== isFirstRun || (!isFirstRun && before.page !== page);
    if (isTurned && !takesFocus) focusHeading(document.querySelector('main'));
  }, [page, takesFocus, isFirstRun]);
}
