import { type FocusEvent, useEffect, useRef, useState } from 'react';

const SECOND_MS = 1_000;

/**
 * Counts down, and then lets the row go; but not while somebody points at it or has the focus in it. Returns the seconds that are left and
 * the handlers for the row's element.
 */
export function useCountdown(seconds: number, leave: () => void) {
  const [left, setLeft] = useState(seconds);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const leaving = useRef(leave);
  useEffect(() => {
    leaving.current = leave;
  });
  const isHeld = isPointed || isFocused;
  useEffect(() => {
    if (isHeld) return undefined;
    if (left <= 0) {
      leaving.current();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), SECOND_MS);
    return () => clearTimeout(timer);
  }, [left, isHeld]);
  return {
    left,
    isHeld,
    handlers: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      // A focus that was moved here after a press of the mouse is nobody's who reads here.
      onFocus: ({ target }: FocusEvent<HTMLElement>) => setFocused(target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}
