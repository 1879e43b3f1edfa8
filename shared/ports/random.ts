/** Randomness as a port, so that a simulation can be repeated from its seed. */
export interface Random {
  /** Cryptographically strong outside simulations. */
  bytes(count: number): Uint8Array<ArrayBuffer>;
  /** A random (version 4) UUID in lower case. */
  uuid(): string;
  /** A fraction in [0, 1), for jitter only. */
  fraction(): number;
}
