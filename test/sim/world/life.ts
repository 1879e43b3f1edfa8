/**
 * One run of a program, from its start until it ends or is killed. Every port of the program goes through `step`: once
 * it is dead, nothing it awaits ever comes back, which is what a kill at that await means. While its computer sleeps
 * nothing comes back either, until it wakes.
 */
export interface Life {
  readonly alive: boolean;
  /** Runs a port's effect, unless the program is killed before it or between it and its answer. */
  step<T>(effect: () => T | Promise<T>): Promise<T>;
  /** Comes back when the computer is awake; never once the program is dead. */
  awake(): Promise<void>;
  readonly asleep: boolean;
  /** Resolves when the program was killed. */
  readonly killed: Promise<void>;
  kill(): void;
  sleep(): void;
  wake(): void;
}

/** `killedHere` is asked before and after every effect. */
export function newLife(killedHere: () => boolean): Life {
  const death = Promise.withResolvers<void>();
  let alive = true;
  let sleeper: PromiseWithResolvers<void> | null = null;
  const kill = (): void => {
    if (!alive) return;
    alive = false;
    death.resolve();
  };
  const awake = async (): Promise<void> => {
    if (!alive) return never();
    if (sleeper === null) return;
    await sleeper.promise;
    return awake();
  };
  return {
    get alive() {
      return alive;
    },
    get asleep() {
      return sleeper !== null;
    },
    killed: death.promise,
    kill,
    awake,
    sleep: () => {
      sleeper ??= Promise.withResolvers();
    },
    wake: () => {
      sleeper?.resolve();
      sleeper = null;
    },
    async step(effect) {
      if (sleeper !== null) await awake();
      if (alive && killedHere()) kill();
      if (!alive) return never();
      const answer = await effect();
      if (sleeper !== null) await awake();
      // After the effect and before its answer: the ambiguous moment, of which exactly-once has to survive every one.
      if (alive && killedHere()) kill();
      return alive ? answer : never();
    },
  };
}

/** Nothing comes back to a dead program. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
