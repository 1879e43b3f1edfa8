/** Runs `count` at a time; the answers are in the order of the input. */
export async function atOnce<In, Out>(count: number, all: readonly In[], of: (one: In) => Promise<Out>): Promise<readonly Out[]> {
  const out: Out[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) out[at] = await of(all[at] as In);
  };
  await Promise.all(Array.from({ length: count }, work));
  return out;
}
