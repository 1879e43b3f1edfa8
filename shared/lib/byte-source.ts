/** Bytes that are read while they are sent. */
export type ByteSource = {
  readonly byteLength: number;
  /** Called for each request that sends them. Yields exactly `byteLength` bytes, or throws. */
  readonly chunks: () => AsyncIterable<Uint8Array>;
};
