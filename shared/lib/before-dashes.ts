/** The arguments among which options are read: after `--`, nothing is an option, whatever it looks like. */
export function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}
