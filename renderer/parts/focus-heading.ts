/** Focuses the first heading in it, so that a screen reader reads where the person is now, and Tab goes on from there. */
export function focusHeading(within: Element | null): void {
  const heading = within?.querySelector('h1, h2, h3');
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
