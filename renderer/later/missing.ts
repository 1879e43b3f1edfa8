import { Emitter } from '#shared/async/emitter.ts';
import { useSyncExternalStore } from 'react';

const changed = new Emitter();
let isMissing = false;

/** Whether a part of the window that was asked for could not be read; once so, until the window is read anew. */
export const missing = {
  tell: (): void => {
    isMissing = true;
    changed.emit();
  },
  current: (): boolean => isMissing,
  subscribe: changed.subscribe,
};

export function useMissing(): boolean {
  return useSyncExternalStore(missing.subscribe, missing.current);
}
