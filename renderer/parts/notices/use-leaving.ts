import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** Long enough to read a sentence. */
const LEAVES_AFTER_MS = 5_000;
/** Long enough to notice a mistake as well, and to reach the button that takes it back. */
const UNDO_LEAVES_AFTER_MS = 10_000;

/**
 * Has a notice leave by itself; but not while somebody points at it or has the focus in it, who is given the whole time again afterwards.
 * `id` is null while there is none; one that can be undone stays longer. Returns the handlers for the notice's element.
 */
export function useLeaving(id: number | null, leave: () => void, canUndo: boolean) {
  const afterMs = canUndo ? UNDO_LEAVES_AFTER_MS : LEAVES_AFTER_MS;
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
    const timer = setTimeout(() => leaving.current(), afterMs);
    return () => clearTimeout(timer);
  }, [running, afterMs]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // A focus that was moved here after a press of the mouse is nobody's who reads here.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible') ? id : null),
    onBlur: () => setFocused(null),
  };
}
