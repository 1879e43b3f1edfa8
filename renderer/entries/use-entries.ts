import { useCallback, useEffect, useRef, useState } from 'react';
import type { EntriesPreviewHead } from '#shared/app-api/entries.ts';
import type { BytesFault } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { hex } from '#shared/lib/bytes.ts';
import { type EngineClient, useEngine } from '../link/engine.ts';
import { CutShort, EntryBook } from './entry-book.ts';

/** `cut`: the engine stopped midway. */
export type PreviewFault = BytesFault | 'cut';

export type Reading =
  | { readonly kind: 'reading'; readonly read: number; readonly lines: number | null }
  | { readonly kind: 'read'; readonly head: EntriesPreviewHead; readonly book: EntryBook }
  | { readonly kind: 'fault'; readonly fault: PreviewFault };

const START: Reading = { kind: 'reading', read: 0, lines: null };

/**
 * Reads the lines of a file of entries once, from its beginning to its end, and anew when the engine has read it by another mapping; `again` reads the file as
 * it is then. `item`: null as long as it is not known. `anew`: as it would be sent once more, by the mapping with this hash; null as it was sent.
 */
export function useEntries(
  itemId: ItemId,
  item: Item | null,
  anew: string | null,
): { readonly reading: Reading; readonly again: () => void } {
  const isAnew = anew !== null;
  const { client } = useEngine();
  const [{ turn, reading }, setState] = useState({ turn: 0, reading: START });
  useEffect(() => {
    const gone = new AbortController();
    const tell = (next: Reading) => gone.signal.aborted || setState((state) => (state.turn === turn ? { turn, reading: next } : state));
    // A link that breaks ends the stream with an error, too.
    readAll({ client, itemId, isAnew, signal: gone.signal }, tell).then(tell, () => tell({ kind: 'fault', fault: 'cut' }));
    return () => gone.abort();
  }, [client, itemId, isAnew, turn]);
  const again = useCallback(() => setState((state) => ({ turn: state.turn + 1, reading: START })), []);
  const readBy = item === null ? null : `${wayOfReading(item)} ${anew}`;
  const before = useRef(readBy);
  useEffect(() => {
    if (before.current !== null && before.current !== readBy) again();
    before.current = readBy;
  }, [readBy, again]);
  return { reading, again };
}

/** Changes when the engine has read the file by another mapping, and not while its lines are on their way. */
function wayOfReading({ entries, state, stateSince }: Item): string {
  return `${entries?.mappingSha256} ${state.kind === 'unfit' ? stateSince : ''}`;
}

/** The lines of two hundred thousand, each with long texts. The window holds all of them as bytes. */
const BYTES_MAX = 400_000_000;
/** Pieces of about 128 KB that are read without letting the window draw: a few milliseconds each. */
const PIECES_AT_ONCE = 2;

type From = { readonly client: EngineClient; readonly itemId: ItemId; readonly isAnew: boolean; readonly signal: AbortSignal };

async function readAll({ client, itemId, isAnew, signal }: From, tell: (reading: Reading) => void): Promise<Reading> {
  let head: EntriesPreviewHead | null = null;
  let book: EntryBook | null = null;
  let pieces = 0;
  for await (const piece of await client.items.entriesPreview(isAnew ? { itemId, anew: true } : { itemId }, { signal })) {
    if (piece.kind === 'fault') return { kind: 'fault', fault: piece.fault };
    if (piece.kind === 'head') head = piece;
    else if (piece.kind === 'begin') {
      if (head === null) throw new CutShort();
      if (piece.bytes > BYTES_MAX) return { kind: 'fault', fault: 'unread' };
      book = new EntryBook(head.lines, piece.bytes);
    } else {
      if (book === null) throw new CutShort();
      book.add(Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0)));
      pieces += 1;
      if (pieces % PIECES_AT_ONCE === 0) {
        tell({ kind: 'reading', read: book.read, lines: book.lines });
        await drawn();
      }
    }
  }
  if (head === null || book === null) throw new CutShort();
  book.end();
  return { kind: 'read', head, book };
}

/** Lets the window draw and answer. */
function drawn(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve));
}

/** SHA-256 of the canonical text of these lines (C45), lower-case hexadecimal: taken of the very text that is shown. */
export async function hashLines(book: EntryBook, isMeant: (index: number) => boolean): Promise<string> {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', book.textOf(isMeant))));
}
