import { gunzipSync } from 'node:zlib';

/** Opens what gzip has packed, or null: it is none, a broken one, or one that holds more than so many bytes. */
export function gunzip(bytesMax: number): (packed: Uint8Array) => Uint8Array | null {
  return (packed) => {
    try {
      return gunzipSync(packed, { maxOutputLength: bytesMax });
    } catch {
      return null;
    }
  };
}
