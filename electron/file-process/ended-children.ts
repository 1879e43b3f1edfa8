import type { Child } from './questions.ts';
import type { Engine } from '../engine/engine.ts';

/** Neither a call that hangs in the system nor its process can be ended. */
const HELD_MAX = 4;

/** Killed children that may still exist. Nothing waits for them; once `isFull`, no more are started for places that may hang. */
export class EndedChildren {
  readonly #held = new Set<Child>();

  get isFull(): boolean {
    return this.#held.size >= HELD_MAX;
  }

  holds(child: Child): boolean {
    return this.#held.has(child);
  }

  kill(child: Child): void {
    this.#held.add(child);
    child.onEnd(() => this.#held.delete(child));
    child.kill();
  }
}

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
