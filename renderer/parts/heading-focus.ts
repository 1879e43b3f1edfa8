import { type RefObject, useEffect, useRef } from 'react';

type Asked = {
  /** What is asked now; another value is another question. */
  readonly what: unknown;
  /** It has a field to be filled in first, which takes the focus itself. */
  readonly takesFocus: boolean;
  /** The window begins with it, so that there is nothing to announce. */
  readonly isFirst: boolean;
};

/** Each question after the first is announced by its heading, within the element that the result is given to. */
export function useHeadingFocus({ what, takesFocus, isFirst }: Asked): RefObject<HTMLElement | null> {
  const within = useRef<HTMLElement>(null);
  const shown = useRef(isFirst ? what : null);
  useEffect(() => {
    if (shown.current !== what && !takesFocus) focusHeading(within.current);
    shown.current = what;
  }, [what, takesFocus]);
  return within;
}

/** Focuses the first heading in it, so that a screen reader reads where the user is now, and Tab goes on from there. */
export function focusHeading(within: Element | null): void {
  const heading = within?.querySelector('h1, h2, h3');
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
