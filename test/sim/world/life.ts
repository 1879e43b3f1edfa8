/**
 * One run of a program, from its start until it ends or is killed. Every port of the program goes through `step`: once the program is dead,
 * nothing that it awaits ever resolves, which is what a kill at that await means. While its computer sleeps nothing resolves either, until it
 * wakes.
 */
export interface Life {
  readonly alive: boolean;
  /** Runs a port's effect, unless the program is killed before the effect or between the effect and its answer. */
  step<T>(effect: () => T | Promise<T>): Promise<T>;
  /** Resolves when the computer is awake; never once the program is dead. */
  awake(): Promise<void>;
  readonly asleep: boolean;
  /** Resolves when the program was killed. */
  readonly killed: Promise<void>;
  kill(): void;
  sleep(): void;
  wake(): void;
}

/** `killedHere` is called before and after every effect. */
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
      // Between the effect and its answer: the ambiguous moment, which exactly-once has to survive every time.
      if (alive && killedHere()) kill();
      return alive ? answer : never();
    },
  };
}

/** What a dead program awaits: a promise that never resolves. */
export function never<T>(): Promise<T> {
  return new Promise<T>(() => undefined);
}
