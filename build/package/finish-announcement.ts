import { updateText } from '../../shared/domain/update-text.ts';

/** One package as electron-builder announces it. */
export type Announced = { readonly url: string; readonly sha512: string; readonly size: number };

export type Finishing = {
  /** Of installations that get it already. */
  readonly percentage: number;
  readonly notesOf: (version: string, language: 'en' | 'fr') => string;
  /** The last day on which it is believed, and the public keys that sign for us no more. */
  readonly expires: string;
  readonly withdrawn: readonly string[];
  readonly sign: (text: string) => string;
  /** Whether the very package that is announced lies there. */
  readonly isThere: (file: Announced) => boolean;
};

/**
 * What electron-builder announces, with notes, a part of installations and a signature. Throws where it is none, or announces what is not
 * there. Without any package: it runs beside the private key, and `check-feed.ts` looks afterwards whether the app would take it.
 */
export function finishAnnouncement(built: unknown, { percentage, notesOf, expires, withdrawn, sign, isThere }: Finishing) {
  if (!isAnnouncement(built)) throw new Error('this announces no version with packages');
  if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) throw new Error('the percentage goes from 1 to 100');
  const { version, files, journal, ...rest } = built;
  for (const file of files) if (!isThere(file)) throw new Error(`${file.url} is not the package that is announced`);
  const notes = { en: notesOf(version, 'en'), fr: notesOf(version, 'fr') };
  // Block maps and the like are not signed, and a download in parts is compared as a whole.
  const said = { version, files, notes, expires, withdrawn: [...withdrawn], journal, takesBack: [] };
  return { ...rest, ...said, signature: sign(updateText(said)), stagingPercentage: percentage };
}

type Announcement = { readonly version: string; readonly files: Announced[]; readonly journal: number };

function isAnnouncement(value: unknown): value is Announcement {
  if (typeof value !== 'object' || value === null || !('version' in value) || !('files' in value) || !('journal' in value)) return false;
  const { version, files, journal } = value;
  return (
    typeof journal === 'number' &&
    typeof version === 'string' &&
    /^\d+\.\d+\.\d+$/.test(version) &&
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(isAnnounced)
  );
}

function isAnnounced(value: unknown): value is Announced {
  if (typeof value !== 'object' || value === null || !('url' in value) || !('sha512' in value) || !('size' in value)) return false;
  // A name beside the announcement, never a way to somewhere else.
  const isName = typeof value.url === 'string' && /^[\w.-]+$/.test(value.url);
  return isName && typeof value.sha512 === 'string' && typeof value.size === 'number';
}
