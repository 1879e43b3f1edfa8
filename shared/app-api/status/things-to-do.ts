import { mustAct, needsOf, type NeedsSource } from '../needs-of.ts';

/**
 * How many things a person has to do: one for each entry of the list. A document that needs a decision is one thing, and so are seventy
 * documents that wait for one common answer.
 */
export function thingsToDo(overview: NeedsSource): number {
  return needsOf(overview)
    .filter(mustAct)
    .reduce((sum, need) => sum + ('count' in need ? need.count : 1), 0);
}
