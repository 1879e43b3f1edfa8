import { concat } from '#shared/lib/bytes.ts';

/** The whole body, or null if it is longer than `bytesMax`; the rest is not read then. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const length = request.headers.get('content-length');
  if (length !== null) {
    if (Number(length) > bytesMax) return null;
    // The connection delivers no more than was declared, and this costs a fraction of the stream.
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.byteLength > bytesMax ? null : whole;
  }
  if (request.body === null) return new Uint8Array();
  // Not cancelled when it is too long: a form made in this process would go on filling the cancelled stream, and throw.
  const reader = request.body.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes > bytesMax) {
      reader.releaseLock();
      return null;
    }
    parts.push(next.value);
  }
  return concat(parts);
}

/** Decodes UTF-8, without a leading byte-order mark; null if it is not UTF-8, since guessing would change what was sent. */
export function strictText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The platform throws on the first invalid byte; here that is a value.
    return null;
  }
}
