import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Focuses the first of these fields, by the order in which a user meets them in the form, such as those that are wrong. */
export function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement);
  fields.find(({ name }) => names.includes(name))?.focus();
}

/**
 * Focuses the first of these fields of a form that the user has just asked for, without scrolling: what is asked stands above it. It happens
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
