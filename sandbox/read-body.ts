import { concat } from '#shared/lib/concat.ts';

/** The whole body, or null when it is longer than `bytesMax`: it is not read on then. */
export async function readBody(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > bytesMax) return null;
  if (request.body === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request.body) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return null;
    parts.push(part);
  }
  return concat(parts);
}
