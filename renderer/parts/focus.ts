import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

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

/** Focuses the first heading in it, so that a screen reader reads where the person is now, and Tab goes on from there. */
export function focusHeading(within: Element | null): void {
  const heading = within?.querySelector('h1, h2, h3');
  if (!(heading instanceof HTMLElement)) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Focuses the first of these fields, by the order in which a person meets them in the form, such as those that are wrong. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement);
  fields.find(({ name }) => names.includes(name))?.focus();
}

/**
 * Focuses the first of these fields of a form that the person has just asked for, without scrolling: what is asked stands above it. It happens
 * before anything else can see that what they pressed is gone: React Aria's own `autoFocus` may wait for longer, and the focus would go on at a
 * heading.
 */
export function useFirstFocus(names: readonly string[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(names);
  useLayoutEffect(() => {
    const fields = [...(form.current?.elements ?? [])].filter((element) => element instanceof HTMLInputElement);
    fields.find(({ name }) => first.current.includes(name))?.focus({ preventScroll: true });
  }, []);
  return form;
}
