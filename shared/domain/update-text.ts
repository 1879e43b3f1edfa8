import type { Update } from './update.ts';

/**
 * The text whose signature makes an update ours: which version, which bytes, what is said of it, how long it is believed, which keys are
 * believed no more, which journal it reads, and which versions it takes back. Not the part of installations that already get it, which is turned up by hand while a release goes out. The release signs
 * it without any package (ADR-50).
 */
export function updateText({
  version,
  files,
  notes,
  expires,
  withdrawn,
  journal,
  takesBack,
}: Omit<Update, 'packages' | 'signature'>): string {
  const listed = files.map(({ url, sha512, size }) => [url, sha512, size]);
  return JSON.stringify(['intray update 3', version, listed, notes.en, notes.fr, expires, withdrawn, journal, takesBack]);
}
