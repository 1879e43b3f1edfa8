import type { App } from '../engine/engine.ts';
import type { Disks } from './open-disks.ts';

/** The engine, of which no end waits for a disk. */
export function endingDisks(app: App, disks: Pick<Disks, 'end'>): App {
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
