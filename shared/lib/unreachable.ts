/** Closes a `switch` over a union: a new member does not compile until somebody decides what it means. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
