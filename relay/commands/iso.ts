/** A moment for the operator to read, in UTC; `at` in milliseconds since 1970. */
export function iso(at: number): string {
  return new Date(at).toISOString();
}
