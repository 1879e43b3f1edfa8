/** SHA-256 of the parts one after the other: 32 bytes. Pure, but fast only where the platform does it. */
export type Sha256 = (parts: readonly Uint8Array[]) => Uint8Array<ArrayBuffer>;
