import { useEffect } from 'react';
import { readAll } from './later.tsx';

/** The parts are loaded after this time even if the computer is never idle. */
const PATIENCE_MS = 5_000;

/** Loads the other pages and the dialogs after the first page is shown, so that nobody waits for them. */
export function useReadWhenIdle(): void {
  useEffect(() => {
    const asked = requestIdleCallback(() => void readAll(), { timeout: PATIENCE_MS });
    return () => cancelIdleCallback(asked);
  }, []);
}
