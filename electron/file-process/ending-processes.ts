import type { Engine } from '../engine/engine.ts';

/** Wraps the engine so that closing it waits for none of these: a process that reads a file may hang. */
export function endingProcesses(app: Engine, processes: readonly { readonly end: () => void }[]): Engine {
  const end = (): void => {
    for (const one of processes) one.end();
  };
  return {
    ...app,
    close: (patienceMs) => {
      const closing = app.close(patienceMs);
      // Only once the whole engine knows that it is closing, so that nothing is blamed on the disk.
      end();
      return closing;
    },
    closeNow: () => {
      app.closeNow();
      end();
    },
  };
}
