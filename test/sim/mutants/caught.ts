import type { PlannedFaultName } from '../plan/planned-faults.ts';
import type { Mutant } from './mutate.ts';

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
