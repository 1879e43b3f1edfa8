import { FILENAME_MAX } from '#shared/contract/limits.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { withoutRawBytes } from '#shared/lib/disk-name.ts';
import { utf8 } from '#shared/lib/utf8.ts';

/** Endings that say a type and are taken off when the content is another one; "2024-01" is no ending. */
const FORMAT_ENDING = /\.(pdf|jpe?g|jpe|jfif|png|bmp|dib|tiff?|gif|webp|hei[cf])$/i;
/** Controls, marks that turn the direction of writing, separators that nobody sees. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
const STEM_IF_NONE = 'document';

/**
 * The name a file is sent under (decision 15): NFC, nothing unseen, an ending that fits the content, at most 120 UTF-8
 * bytes. The file on disk keeps its own.
 */
export function sentName(name: string, mediaType: MediaType): string {
  const clean = withoutRawBytes(name, '_').toWellFormed().replaceAll(UNSEEN, '').replaceAll(/[/\\]/g, '_').normalize('NFC');
  const endings: readonly string[] = MEDIA_TYPES[mediaType];
  const own = FORMAT_ENDING.exec(clean)?.[0] ?? '';
  // In lower case: whether the service knows ".PDF" is not said.
  const fitting = endings.includes(own.toLowerCase()) ? own.toLowerCase() : (endings[0] ?? '');
  const stem = shortened(trimmed(own === '' ? clean : clean.slice(0, -own.length)), FILENAME_MAX - fitting.length);
  return (stem === '' ? STEM_IF_NONE : stem) + fitting;
}

function trimmed(stem: string): string {
  return stem.replace(/^\s+/u, '').replace(/[\s.]+$/u, '');
}

const letters = new Intl.Segmenter('fr', { granularity: 'grapheme' });

/** At a boundary between letters as people see them, else between code points: never half an é or half a flag. */
function shortened(stem: string, bytesMax: number): string {
  if (utf8(stem).byteLength <= bytesMax) return stem;
  const bySight = prefix(
    Array.from(letters.segment(stem), ({ segment }) => segment),
    bytesMax,
  );
  return trimmed(bySight === '' ? prefix(Array.from(stem), bytesMax) : bySight);
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
