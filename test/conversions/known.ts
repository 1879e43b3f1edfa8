/** The one of these that a text names. */
export function known<One extends string>(all: readonly One[], wanted: string): One {
  const one = all.find((each) => each === wanted);
  if (one === undefined) throw new Error(`not one of ${all.join(', ')}: ${wanted}`);
  return one;
}
