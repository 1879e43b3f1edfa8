import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusFirst } from './focus-field.ts';

/**
 * Focuses the first of these fields of a form that the person has just asked for. Before anything else can see that what they pressed is gone:
 * React Aria's own `autoFocus` may wait for longer, and the focus would go on at a heading.
 */
export function useFirstFocus(names: readonly string[]): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const first = useRef(names);
  useLayoutEffect(() => {
    if (form.current !== null) focusFirst(form.current, first.current);
  }, []);
  return form;
}
