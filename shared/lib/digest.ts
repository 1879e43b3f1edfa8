/** Asynchronous SHA-256: 32 bytes, as `Sha256` returns them. For whole files, so that hashing does not block everything else. */
export type Digest = (bytes: Uint8Array) => Promise<Uint8Array<ArrayBuffer>>;
