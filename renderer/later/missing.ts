import { useSyncExternalStore } from 'react';

const ears = new Set<() => void>();
let isMissing = false;

/** Whether a part of the window that was asked for could not be read; once so, until the window is read anew. */
export const missing = {
  tell: (): void => {
    isMissing = true;
    for (const ring of ears) ring();
  },
  current: (): boolean => isMissing,
  subscribe: (ring: () => void): (() => void) => {
    ears.add(ring);
    return () => ears.delete(ring);
  },
};

export function useMissing(): boolean {
  return useSyncExternalStore(missing.subscribe, missing.current);
}
