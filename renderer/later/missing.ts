import { Emitter } from '#shared/async/emitter.ts';
import { useSyncExternalStore } from 'react';

const changed = new Emitter();
let isMissing = false;

/** Whether a needed part of the window failed to load; once true, it stays so until the window is reloaded. */
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
