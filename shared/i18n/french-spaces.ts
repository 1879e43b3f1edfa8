const ANY = '[ \\u00a0\\u202f]';
/** French typography: a narrow space before ; ! and ?, a full space before a colon and inside « », all of them non-breaking. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${ANY}([;!?])`, 'g'), '\u202f$1'],
  [new RegExp(`${ANY}([:»])`, 'g'), '\u00a0$1'],
  [new RegExp(`«${ANY}`, 'g'), '«\u00a0'],
  // A number and its unit stay together.
  [new RegExp(`(\\}\\}|\\d)${ANY}(ms|s|%|ppp|Mo|Ko)(?![\\p{L}\\d])`, 'gu'), '$1\u00a0$2'],
];

/** Replaces plain spaces by the right ones. The sources use plain spaces, because editors do not show the difference. */
export function frenchSpaces(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, spaced(text)]));
}

/** One text with the right spaces. */
export function spaced(text: string): string {
  return RULES.reduce((before, [pattern, by]) => before.replace(pattern, by), text);
}
