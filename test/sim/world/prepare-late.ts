import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

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
