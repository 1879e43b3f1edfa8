import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** Long enough to read a sentence, and to reach its button with the mouse. */
const LEAVES_AFTER_MS = 5_000;

/**
 * Has a notice leave by itself; but not while somebody points at it or has the focus in it, who is given the whole time again afterwards.
 * `id` is null while there is none. Returns the handlers for the notice's element.
 */
export function useLeaving(id: number | null, leave: () => void) {
  const [isPointed, setPointed] = useState(false);
  // The notice that has the focus in it: when it goes with the focus, nobody is told of a blur.
  const [focused, setFocused] = useState<number | null>(null);
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  // Another notice has the whole time for itself.
  const running = isPointed || focused === id ? null : id;
  useEffect(() => {
    if (running === null) return undefined;
    const timer = setTimeout(() => leaving.current(), LEAVES_AFTER_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // A focus that was moved here after a press of the mouse is nobody's who reads here.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible') ? id : null),
    onBlur: () => setFocused(null),
  };
}
