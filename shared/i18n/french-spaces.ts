const ANY = '[ \\u00a0\\u202f]';
/** As French is set: a thin space before ; ! and ?, a full one before a colon and inside of « », and none of them ever ends a line. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${ANY}([;!?])`, 'g'), '\u202f$1'],
  [new RegExp(`${ANY}([:»])`, 'g'), '\u00a0$1'],
  [new RegExp(`«${ANY}`, 'g'), '«\u00a0'],
  // A number and its unit stay together.
  [new RegExp(`(\\}\\}|\\d)${ANY}(ms|s|%|ppp|Mo|Ko)(?![\\p{L}\\d])`, 'gu'), '$1\u00a0$2'],
];

/** French texts are written with the spaces of the keyboard, since no editor shows one kind from another; a page shows the right ones. */
export function frenchSpaces(texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, spaced(text)]));
}

function spaced(text: string): string {
  return RULES.reduce((before, [pattern, by]) => before.replace(pattern, by), text);
}
