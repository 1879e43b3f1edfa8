import type { Child } from './questions.ts';

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
