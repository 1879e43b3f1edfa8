import { type BytesFault, SHOWN_BYTES_MAX } from '#shared/app-api/preview.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { EngineClient } from '../link/engine.ts';

/** Reads all bytes of an item, or of the version that was made of it; `cut` if the engine stopped midway. */
export async function readBytes(
  client: EngineClient,
  itemId: ItemId,
  signal: AbortSignal,
  call: 'bytes' | 'conversionBytes' = 'bytes',
): Promise<Result<Uint8Array<ArrayBuffer>, BytesFault | 'cut'>> {
  let bytes = new Uint8Array(0);
  let at = 0;
  for await (const piece of await client.items[call]({ itemId }, { signal })) {
    if (piece.kind === 'fault') return fail(piece.fault);
    if (piece.kind === 'begin') {
      if (piece.bytes > SHOWN_BYTES_MAX) return fail('unread');
      bytes = new Uint8Array(piece.bytes);
      continue;
    }
    const part = Uint8Array.from(atob(piece.base64), (character) => character.charCodeAt(0));
    if (at + part.length > bytes.length) return fail('cut');
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.length > 0 && at === bytes.length ? ok(bytes) : fail('cut');
}
