import { unreachable } from '#shared/lib/unreachable.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import type { Switches } from '../switches/switches-schema.ts';

const MARK = '\u{FEFF}';

/** The bytes of an event's body, which are both signed and sent. */
export function bodyBytes(body: string, as: Switches['eventBodyAs']): Uint8Array {
  switch (as) {
    case 'json':
      return utf8(body);
    case 'byte-order-mark':
      return utf8(`${MARK}${body}`);
    case 'latin-1':
      return Uint8Array.from(Buffer.from(body, 'latin1'));
    case 'utf-16':
      return Uint8Array.from(Buffer.from(`${MARK}${body}`, 'utf16le'));
    case 'cut':
      return utf8(body.slice(0, body.length / 2));
    default:
      return unreachable(as);
  }
}
