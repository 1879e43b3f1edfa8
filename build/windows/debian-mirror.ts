/** Where this machine gets Debian's own packages: the first such address in apt's source lists, in either format. Null: there is none. */
export function debianMirror(texts: readonly string[]): string | null {
  const found = texts.flatMap((text) => [...inLines(text), ...inParagraphs(text)]).find(isDebians);
  return found === undefined ? null : found.replace(/\/+$/, '');
}

/** `deb [options] address suite components`, as in sources.list. */
function inLines(text: string): readonly string[] {
  return [...text.matchAll(/^deb[ \t]+(?:\[[^\]\n]*\][ \t]+)?(\S+)[ \t]+\S+[ \t]+(.+)$/gm)]
    .filter(([, , components = '']) => words(components).includes('main'))
    .map(([, address = '']) => address);
}

/** Fields, with an empty line between two entries, as in debian.sources. */
function inParagraphs(text: string): readonly string[] {
  const withoutComments = text.replaceAll(/^#.*\n?/gm, '');
  return withoutComments.split(/\n\s*\n/).flatMap((paragraph) => {
    const field = (name: string): readonly string[] => words(new RegExp(`^${name}:(.*(?:\\n[ \\t]+.*)*)`, 'im').exec(paragraph)?.[1] ?? '');
    const isOff = field('Enabled').some((word) => /^(no|false|off|0)$/i.test(word));
    return isOff || !field('Types').includes('deb') || !field('Components').includes('main') ? [] : field('URIs');
  });
}

/** Other archives have a `main` too, and so has Debian's own security archive, which does not contain a whole system. */
function isDebians(address: string): boolean {
  return /^https?:\/\/\S+\/debian\/*$/.test(address);
}

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
