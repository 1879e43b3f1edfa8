/** The words of a start among which options are read: what stands behind two dashes is nobody's option, whatever it looks like. */
export function beforeDashes(words: readonly string[]): readonly string[] {
  const end = words.indexOf('--');
  return end === -1 ? words : words.slice(0, end);
}
