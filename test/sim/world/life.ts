/**
 * One run of a program, from its start until it ends or is killed. Every port of the program goes through `step`: once
 * it is dead, nothing it awaits ever comes back, which is what a kill at that await means.
 */
export interface Life {
  readonly alive: boolean;
  /** Runs a port's effect, unless the program is killed before it or between it and its answer. */
  step<T>(effect: () => T | Promise<T>): Promise<T>;
  /** Resolves when the program was killed. */
  readonly killed: Promise<void>;
  kill(): void;
}

/** `killedHere` is asked before and after every effect. */
export function newLife(killedHere: () => boolean): Life {
  const death = Promise.withResolvers<void>();
  let alive = true;
  const kill = (): void => {
    alive = false;
    death.resolve();
  };
  return {
    get alive() {
      return alive;
    },
    killed: death.promise,
    kill,
    async step(effect) {
      if (alive && killedHere()) kill();
      if (!alive) return never();
      const answer = await effect();
      // After the effect and before its answer: the ambiguous moment, of which exactly-once has to survive every one.
      if (alive && killedHere()) kill();
      return alive ? answer : never();
    },
  };
}

function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
