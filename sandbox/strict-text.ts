/** Decodes UTF-8, without a leading byte-order mark; null if it is not UTF-8, since guessing would change what was sent. */
export function strictText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The platform throws on the first invalid byte; here that is a value.
    return null;
  }
}
