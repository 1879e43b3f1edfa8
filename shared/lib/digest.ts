import { hex } from './bytes.ts';

/** Asynchronous SHA-256: 32 bytes, as `Sha256` returns them. For whole files, so that hashing does not block everything else. */
export type Digest = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;

/** Whether bytes have this hash, which is lower-case hexadecimal; nothing has an unknown one. */
export function hasHash(sha256: string | null, digest: Digest): (bytes: Uint8Array) => Promise<boolean> {
  return async (bytes) => sha256 !== null && hex(await digest(bytes)) === sha256;
}

/** SHA-256 of the concatenated parts: 32 bytes. A pure function, but fast only in the platform's implementation. */
export type Sha256 = (parts: readonly Uint8Array[]) => Uint8Array<ArrayBuffer>;
