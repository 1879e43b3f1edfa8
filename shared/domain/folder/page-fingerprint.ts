/** What one page draws: the first 12 bytes of a SHA-256, hexadecimal. Pages that draw the same have the same one, whatever file they are in. */
export type PageFingerprint = string;

/** Hexadecimal characters of one. */
export const FINGERPRINT_CHARACTERS = 24;
