import { useEffect } from 'react';
import { readAll } from './later.tsx';

/** A busy computer gets to it all the same. */
const PATIENCE_MS = 5_000;

/** Reads the other pages and the dialogs once the first page stands, so that nobody waits for them. */
export function useReadWhenIdle(): void {
  useEffect(() => {
    const asked = requestIdleCallback(() => void readAll(), { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
}
