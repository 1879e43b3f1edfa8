import { useEffect, useState } from 'react';

/** The text once it has stayed the same for so long; empty for the first one, which is read with the page. */
export function useResolved(text: string, ms: number): string {
  const [first] = useState(text);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled === first ? '' : settled;
}
