/** Something that was ended, and what stood above it at that time. */
type Kept<Id> = { readonly id: Id; readonly above: readonly Id[] };

/** The order of the list with what was ended still in its place, whatever has come or gone meanwhile. */
export function mergeEnded<Id>(current: readonly Id[], ended: readonly Kept<Id>[]): readonly Id[] {
  const merged = [...current];
  const missing = ended.filter(({ id }) => !current.includes(id)).toSorted((one, other) => one.above.length - other.above.length);
  for (const { id, above } of missing) merged.splice(merged.findLastIndex((one) => above.includes(one)) + 1, 0, id);
  return merged;
}
