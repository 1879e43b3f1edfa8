import { useCallback, useEffect, useRef } from 'react';

/** A function that stays the same and does what its newest version does, so that rows need not be drawn again for it. Not for drawing. */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
