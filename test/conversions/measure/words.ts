/** Words of three letters and more, in the order of the text, in small letters. */
export function wordsIn(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/\p{L}{3,}/gu) ?? []
  );
}

/** How many words of the first list are in the second one, each as often as it is there. */
export function foundAgain(before: readonly string[], after: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of after) left.set(word, (left.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of before) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    found += 1;
  }
  return found;
}

/** Pages that are compared: all, or so many, spread evenly, with the first and the last one. */
export function comparedPages(pages: number, most: number): readonly number[] {
  if (pages <= most) return Array.from({ length: pages }, (_, at) => at + 1);
  return Array.from({ length: most }, (_, at) => 1 + Math.round((at * (pages - 1)) / (most - 1)));
}
