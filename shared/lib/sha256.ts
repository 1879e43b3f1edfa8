/** SHA-256 of the concatenated parts: 32 bytes. A pure function, but fast only in the platform's implementation. */
export type Sha256 = (parts: readonly Uint8Array[]) => Uint8Array<ArrayBuffer>;
