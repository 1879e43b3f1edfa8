import { FILENAME_MAX } from '../../../contract/limits.ts';
import { MEDIA_TYPES, type MediaType } from '../../../contract/import-types.ts';
import { isDeviceName } from '../../../lib/device-name.ts';
import { withoutRawBytes } from '../../../lib/disk-name.ts';
import { shortenName, trimEnd } from '../../../lib/text/shorten-name.ts';

/** Extensions of known types, removed if the content is of another type; "2024-01" is not an extension. */
const FORMAT_ENDING = /\.(pdf|jpe?g|jpe|jfif|png|bmp|dib|tiff?|gif|webp|hei[cf])$/i;
/** Control characters, direction marks, and invisible separators. */
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/gu;
/** Characters that Windows forbids in names; the accountant may save the file there. */
const FORBIDDEN = /[/\\<>:"|?*]/g;
const STEM_IF_NONE = 'document';

/**
 * The name a file is sent under (C15; ADR-37): NFC, without invisible characters or characters that Windows forbids, with an extension that
 * fits the content, at most 120 UTF-8 bytes. The file on disk keeps its own name.
 */
export function sentName(name: string, mediaType: MediaType): string {
  const clean = withoutRawBytes(name, '_').toWellFormed().replaceAll(UNSEEN, '').replaceAll(FORBIDDEN, '_').normalize('NFC');
  const endings: readonly string[] = MEDIA_TYPES[mediaType];
  const own = FORMAT_ENDING.exec(clean)?.[0] ?? '';
  // In lower case, since the contract does not say whether the service accepts ".PDF".
  const fitting = endings.includes(own.toLowerCase()) ? own.toLowerCase() : (endings[0] ?? '');
  const bare = trimEnd(own === '' ? clean : clean.slice(0, -own.length)).replace(/^\s+/u, '');
  const room = FILENAME_MAX - fitting.length;
  const stem = shortenName(bare, room);
  // Shortening may have left the name of a Windows device.
  const safe = isDeviceName(stem) ? `_${shortenName(bare, room - 1)}` : stem;
  return (safe === '' ? STEM_IF_NONE : safe) + fitting;
}
