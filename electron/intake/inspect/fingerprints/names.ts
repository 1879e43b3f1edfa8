const NAME = /\/([^\s()<>[\]{}/%]+)/g;
const BEHIND_NAME = /^[\s()<>[\]{}/%\0]?$/;
/** So many names, and so many longer ones that begin alike, are looked for one by one. */
const FEW = 16;
const LONGER_MAX = 1_000;

/** Those of `names` that a description names. It may have millions of others. */
export function namedIn(content: Buffer, names: ReadonlySet<string>): ReadonlySet<string> {
  if (names.size === 0) return names;
  const few = names.size <= FEW && !content.includes('#') ? oneByOne(content, names) : null;
  if (few !== null) return few;
  const found = new Set<string>();
  for (const [, name = ''] of content.toString('latin1').matchAll(NAME)) {
    const plain = plainName(name);
    if (names.has(plain)) found.add(plain);
    if (found.size === names.size) break;
  }
  return found;
}

/** Most are named at the beginning. Null if too much begins like them. */
function oneByOne(content: Buffer, names: ReadonlySet<string>): ReadonlySet<string> | null {
  const found = new Set<string>();
  let longer = 0;
  for (const name of names) {
    const written = `/${name}`;
    for (let at = content.indexOf(written, 0, 'latin1'); at >= 0; at = content.indexOf(written, at + 1, 'latin1')) {
      const end = at + written.length;
      if (BEHIND_NAME.test(content.toString('latin1', end, end + 1))) {
        found.add(name);
        break;
      }
      longer += 1;
      if (longer > LONGER_MAX) return null;
    }
  }
  return found;
}

/** A name in which only those characters are escaped that have to be (ISO 32000-2, 7.3.5). */
export function plainName(name: string): string {
  if (!name.includes('#')) return name;
  return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (written, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16));
    return /[\x21-\x7e]/.test(character) && !/[#()<>[\]{}/%]/.test(character) ? character : written.toLowerCase();
  });
}
