import type { Engine } from '../engine/engine.ts';
import type { Disks } from './open-disks.ts';

/** The engine, of which no end waits for a disk. */
export function endingDisks(app: Engine, disks: Pick<Disks, 'end'>): Engine {
  return {
    ...app,
    close: (patienceMs) => {
      const closing = app.close(patienceMs);
      // After everything in it knows that it is to end, so that nothing is taken for the disk's fault.
      disks.end();
      return closing;
    },
    closeNow: () => {
      app.closeNow();
      disks.end();
    },
  };
}
