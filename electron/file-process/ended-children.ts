import type { Child } from './questions.ts';

/** A call that hangs in the system cannot be ended, nor the process that made it. */
const HELD_MAX = 4;

/** Children that were killed and may not be gone yet. Nobody waits for them; too many of them are no more begun. */
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
