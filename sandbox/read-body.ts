import { concat } from '#shared/lib/concat.ts';

/** The whole body, or null when it is longer than `bytesMax`: it is not read on then. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const length = request.headers.get('content-length');
  if (length !== null) {
    if (Number(length) > bytesMax) return null;
    // The connection gives no more than it promised, and this way costs a fraction of the stream.
    const whole = new Uint8Array(await request.arrayBuffer());
    return whole.byteLength > bytesMax ? null : whole;
  }
  if (request.body === null) return new Uint8Array();
  // Left alone, not cancelled, when it is too long: a form made in this process goes on filling a cancelled stream, and throws.
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
