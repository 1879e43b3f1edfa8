import { useEffect, useState } from 'react';

/** The text once it has been stable for `ms`; empty for the first text, which is read together with the page. */
export function useResolved(text: string, ms: number): string {
  const [first] = useState(text);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled === first ? '' : settled;
}
