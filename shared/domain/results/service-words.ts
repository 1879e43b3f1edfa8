// Without the schema: the register's thread imports this, and does not need zod.
import type { Problem } from '../item/problem.ts';

/** The service's own words about a file that it did not take, or null. */
export function serviceWords(problem: Problem): string | null {
  return problem.kind === 'too-large' || problem.kind === 'declined' ? (problem.detail ?? null) : null;
}
