import type { Update } from './update.ts';

/**
 * The text whose signature makes an update ours: its version, its bytes, its notes, how long it is trusted, which keys are
 * no longer trusted, which journal it reads, and which versions it takes back. Not the share of installations that already get it, which is
 * raised by hand during a release. The release signs it without any package (ADR-79).
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
