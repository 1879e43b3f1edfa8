import { useCallback, useEffect, useRef } from 'react';

/** A function with a stable identity that calls its newest version, so that rows need no new render. Must not be called during render. */
export function useStable<Args extends readonly unknown[]>(act: (...args: Args) => void): (...args: Args) => void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Args) => newest.current(...args), []);
}
