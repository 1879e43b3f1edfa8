/** UTF-8 as text without a byte-order mark before it; null when it is no UTF-8: guessing would change what was sent. */
export function strictText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The platform throws on the first wrong byte; for us that is an answer.
    return null;
  }
}
