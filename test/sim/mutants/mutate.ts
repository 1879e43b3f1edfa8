import { registerHooks } from 'node:module';
import type { PlannedFaultName } from '../plan/planned-faults.ts';

/** A deliberate break of the product, applied while its source is loaded; nothing changes on the disk. */
export type Mutant = {
  readonly name: string;
  /** Path below the project's folder. */
  readonly file: string;
  /** Occurs exactly once in the file. If a change of the source removes it, the mutant fails instead of passing silently. */
  readonly find: string;
  readonly put: string;
};

/** From now on this thread loads the mutant's file with the break in it. */
export function mutate(mutant: Mutant): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(`/${mutant.file}`)) return loaded;
      const source = typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source);
      return { ...loaded, source: broken(source, mutant) };
    },
  });
}

/** The source with the break in it. Throws unless `find` occurs exactly once. */
function broken(source: string, { name, file, find, put }: Mutant): string {
  const pieces = source.split(find);
  if (pieces.length !== 2) throw new Error(`mutant "${name}": its place is ${pieces.length - 1} times in ${file}`);
  return pieces.join(put);
}

/**
 * A mutant, a seed whose story exposes it, and the invariant that reports it; 0 means "something never came to its end". `faults`: the planned
 * ones of that story; without them the mutant is not caught.
 */
export type Caught = {
  readonly mutant: Mutant;
  readonly seed: number;
  readonly invariant: number;
  readonly faults: readonly PlannedFaultName[];
};

export function caught(seed: number, invariant: number, mutant: Mutant, faults: readonly PlannedFaultName[] = []): Caught {
  return { seed, invariant, mutant, faults };
}
