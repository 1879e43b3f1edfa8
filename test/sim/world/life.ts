import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

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

let isLate = false;
let patched = false;

/**
 * From now on this thread compiles a statement on first use (`late`), or at once, as the product does. Of the six hundred statements that the
 * programs of a run prepare at their starts they use less than half. SQLite itself stays real, and so do its statements.
 */
export function prepareLate(late: boolean): void {
  isLate = late;
  if (patched) return;
  patched = true;
  const prepare: unknown = Reflect.get(DatabaseSync.prototype, 'prepare');
  if (typeof prepare !== 'function') throw new Error('no SQLite here');
  Object.defineProperty(DatabaseSync.prototype, 'prepare', {
    value(this: DatabaseSync, sql: string): StatementSync | LateStatement {
      const make = (): StatementSync => Reflect.apply(prepare, this, [sql]);
      return isLate ? new LateStatement(make) : make();
    },
  });
}

/** The part of a statement's interface that our programs use; anything else is missing, and throws. */
class LateStatement {
  readonly #make: () => StatementSync;
  #made: StatementSync | null = null;

  constructor(make: () => StatementSync) {
    this.#make = make;
  }

  get(...values: SQLInputValue[]) {
    return (this.#made ??= this.#make()).get(...values);
  }

  all(...values: SQLInputValue[]) {
    return (this.#made ??= this.#make()).all(...values);
  }

  run(...values: SQLInputValue[]) {
    return (this.#made ??= this.#make()).run(...values);
  }

  iterate(...values: SQLInputValue[]) {
    return (this.#made ??= this.#make()).iterate(...values);
  }

  columns() {
    return (this.#made ??= this.#make()).columns();
  }

  setReturnArrays(enabled: boolean): void {
    (this.#made ??= this.#make()).setReturnArrays(enabled);
  }
}

/** The free room on the disk of journal and copies: unlimited until a scenario limits it. */
export class Room {
  readonly #used: () => number;
  #most = Number.POSITIVE_INFINITY;

  /** `used`: bytes in use now. */
  constructor(used: () => number) {
    this.#used = used;
  }

  /** From now on this many bytes can be added to those in use; null removes the limit. */
  leave(freeBytes: number | null): void {
    this.#most = freeBytes === null ? Number.POSITIVE_INFINITY : this.#used() + freeBytes;
  }

  /** Free bytes; null without a limit. */
  free(): number | null {
    return this.#most === Number.POSITIVE_INFINITY ? null : Math.max(0, this.#most - this.#used());
  }

  /** Whether this many more bytes fit. Looks at the files only while there is a limit. */
  takes(bytes: number): boolean {
    return this.#most === Number.POSITIVE_INFINITY || this.#used() + bytes <= this.#most;
  }
}
