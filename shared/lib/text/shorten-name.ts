import { utf8 } from '../utf8.ts';

const letters = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** The start of a name, in at most `bytesMax` bytes of UTF-8. Cut between visible letters, else between code points: never half an é or a flag. */
export function shortenName(name: string, bytesMax: number): string {
  if (utf8(name).byteLength <= bytesMax) return name;
  const bySight = prefix(
    Array.from(letters.segment(name), ({ segment }) => segment),
    bytesMax,
  );
  return trimEnd(bySight === '' ? prefix(Array.from(name), bytesMax) : bySight);
}

/** Removes the trailing dots and spaces, which Windows does not keep. */
export function trimEnd(name: string): string {
  return name.replace(/[\s.]+$/u, '');
}

function prefix(parts: readonly string[], bytesMax: number): string {
  let taken = '';
  let bytes = 0;
  for (const part of parts) {
    bytes += utf8(part).byteLength;
    if (bytes > bytesMax) break;
    taken += part;
  }
  return taken;
}
