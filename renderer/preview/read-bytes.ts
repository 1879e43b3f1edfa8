import { type BytesFault, SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../link/engine.ts';

/** `mediaType`: of the bytes, if they are not the file's own. */
export type ReadBytes = { readonly bytes: Uint8Array<ArrayBuffer>; readonly mediaType: string | null };

/** Reads all bytes of an item, of the version that was made of it, or of what it is shown by; `cut` if the engine stopped midway. */
export async function readBytes(
  client: EngineClient,
  itemId: ItemId,
  signal: AbortSignal,
  call: 'bytes' | 'conversionBytes' | 'shownBytes' = 'bytes',
): Promise<Result<ReadBytes, BytesFault | 'cut'>> {
  let bytes = new Uint8Array(0);
  let mediaType: string | null = null;
  let at = 0;
  for await (const piece of await client.items[call]({ itemId }, { signal })) {
    if (piece.kind === 'fault') return fail(piece.fault);
    if (piece.kind === 'begin') {
      if (piece.bytes > SHOWN_BYTES_MAX) return fail('unread');
      bytes = new Uint8Array(piece.bytes);
      mediaType = piece.mediaType ?? null;
      continue;
    }
    const part = Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0));
    if (at + part.length > bytes.length) return fail('cut');
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.length > 0 && at === bytes.length ? ok({ bytes, mediaType }) : fail('cut');
}
