/** The stub that iCloud left in place of a file until macOS 14: `.invoice.pdf.icloud`. */
const HIDDEN = /^\.(.+)\.icloud$/i;
/** The stub, one byte long, of Nextcloud and ownCloud on systems without placeholders: `invoice.pdf.nextcloud`. */
const SUFFIXED = /^(.+)\.(?:nextcloud|owncloud)$/i;
const SUFFIXED_BYTES_MAX = 1;
const ENDING = 'cloud';

/** The name of the file that this stub represents while the content is in the cloud only; null for an ordinary file. */
export function stubOf(name: string, bytes: number): string | null {
  // Called for every file of a long list: nearly all of them return here.
  if (name.slice(-ENDING.length).toLowerCase() !== ENDING) return null;
  const hidden = HIDDEN.exec(name)?.[1];
  if (hidden !== undefined) return hidden;
  return bytes <= SUFFIXED_BYTES_MAX ? (SUFFIXED.exec(name)?.[1] ?? null) : null;
}
