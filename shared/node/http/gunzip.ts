import { gunzipSync } from 'node:zlib';

/** Unpacks gzip; null if the input is not gzip, is damaged, or unpacks to more than `bytesMax`. */
export function gunzip(bytesMax: number): (packed: Uint8Array) => Uint8Array | null {
  return (packed) => {
    try {
      return gunzipSync(packed, { maxOutputLength: bytesMax });
    } catch {
      return null;
    }
  };
}
