/**
 * SHA-256 of the parts one after the other, by and by: 32 bytes, as `Sha256` gives them. For whole files, which would hold
 * up everything else where they are hashed at a stretch.
 */
export type Digest = (parts: readonly Uint8Array[]) => Promise<Uint8Array<ArrayBuffer>>;
