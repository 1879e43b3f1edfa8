/** Whether two values of a switch say the same; members stand in the order of the schema on both sides. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
