/** What iCloud left in place of a file until macOS 14: `.invoice.pdf.icloud`. */
const HIDDEN = /^\.(.+)\.icloud$/i;
/** What Nextcloud and ownCloud put in its place where the system has no placeholders, with one byte in it: `invoice.pdf.nextcloud`. */
const SUFFIXED = /^(.+)\.(?:nextcloud|owncloud)$/i;
const SUFFIXED_BYTES_MAX = 1;
const ENDING = 'cloud';

/** The name of the file that this one stands for while the content is in the cloud only; null of an ordinary file. */
export function stubOf(name: string, bytes: number): string | null {
  // Asked of every file of a long list: nearly all of them end here.
  if (name.slice(-ENDING.length).toLowerCase() !== ENDING) return null;
  const hidden = HIDDEN.exec(name)?.[1];
  if (hidden !== undefined) return hidden;
  return bytes <= SUFFIXED_BYTES_MAX ? (SUFFIXED.exec(name)?.[1] ?? null) : null;
}
