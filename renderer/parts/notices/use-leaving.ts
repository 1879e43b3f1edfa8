import { type FocusEvent, useEffect, useRef, useState } from 'react';

/** Long enough to read a sentence. */
const LEAVES_AFTER_MS = 5_000;
/** Long enough to notice a slip as well, and to reach the button that undoes it. */
const UNDO_LEAVES_AFTER_MS = 10_000;

/** A notice that leaves by itself. */
type Leaving = { readonly id: number; readonly canUndo: boolean };

/**
 * Has a notice leave by itself; but not while somebody points at it or has the focus in it, who is given the whole time again afterwards.
 * Null while there is none. Returns the handlers for the notice's element.
 */
export function useLeaving(notice: Leaving | null, leave: () => void) {
  const id = notice?.id ?? null;
  const afterMs = notice?.canUndo === true ? UNDO_LEAVES_AFTER_MS : LEAVES_AFTER_MS;
  const [isPointed, setPointed] = useState(false);
  const [focused, setFocused] = useState<Element | null>(null);
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  // Another notice has the whole time for itself.
  useEffect(() => {
    // An element that is removed while it has the focus fires no blur.
    if (id === null || isPointed || focused?.isConnected === true) return undefined;
    const timer = setTimeout(() => leaving.current(), afterMs);
    return () => clearTimeout(timer);
  }, [id, isPointed, focused, afterMs]);
  return {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    // A focus that was moved here after a press of the mouse is nobody's who reads here.
    onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible') ? target : null),
    onBlur: () => setFocused(null),
  };
}
