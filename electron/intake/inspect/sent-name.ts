import { FILENAME_MAX } from '#shared/contract/limits.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { isDeviceName } from '#shared/lib/device-name.ts';
import { withoutRawBytes } from '#shared/lib/disk-name.ts';
import { shortenName, trimEnd } from '#shared/lib/shorten-name.ts';

/** Endings that say a type and are taken off when the content is another one; "2024-01" is no ending. */
const FORMAT_ENDING = /\.(pdf|jpe?g|jpe|jfif|png|bmp|dib|tiff?|gif|webp|hei[cf])$/i;
/** Controls, marks that turn the direction of writing, separators that nobody sees. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
/** What Windows allows in no name; the accountant may save the file there. */
const FORBIDDEN = /[/\\<>:"|?*]/g;
const STEM_IF_NONE = 'document';

/**
 * The name a file is sent under (C15; ADR-37): NFC, nothing unseen, nothing that Windows takes in no name, an ending that
 * fits the content, at most 120 UTF-8 bytes. The file on disk keeps its own.
 */
export function sentName(name: string, mediaType: MediaType): string {
  const clean = withoutRawBytes(name, '_').toWellFormed().replaceAll(UNSEEN, '').replaceAll(FORBIDDEN, '_').normalize('NFC');
  const endings: readonly string[] = MEDIA_TYPES[mediaType];
  const own = FORMAT_ENDING.exec(clean)?.[0] ?? '';
  // In lower case: whether the service knows ".PDF" is not said.
  const fitting = endings.includes(own.toLowerCase()) ? own.toLowerCase() : (endings[0] ?? '');
  const bare = trimEnd(own === '' ? clean : clean.slice(0, -own.length)).replace(/^\s+/u, '');
  const room = FILENAME_MAX - fitting.length;
  const stem = shortenName(bare, room);
  // What is cut off may have been all that kept it from being one.
  const safe = isDeviceName(stem) ? `_${shortenName(bare, room - 1)}` : stem;
  return (safe === '' ? STEM_IF_NONE : safe) + fitting;
}
