/** Whether two values of a switch are equal. On both sides the members are in the order of the schema. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
