import type { Engine } from '../engine/engine.ts';
import type { Disks } from './open-disks.ts';

/** Wraps the engine so that closing it never waits for a disk. */
export function endingDisks(app: Engine, disks: Pick<Disks, 'end'>): Engine {
  return {
    ...app,
    close: (patienceMs) => {
      const closing = app.close(patienceMs);
      // Only once the whole engine knows that it is closing, so that nothing is blamed on the disk.
      disks.end();
      return closing;
    },
    closeNow: () => {
      app.closeNow();
      disks.end();
    },
  };
}
