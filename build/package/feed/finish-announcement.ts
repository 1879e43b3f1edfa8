import { updateText } from '../../../shared/domain/update-text.ts';
import { isPlainName } from './plain-name.ts';

/** One package as electron-builder announces it. */
export type Announced = { readonly url: string; readonly sha512: string; readonly size: number };

export type Finishing = {
  /** Percentage of installations that are offered it now. */
  readonly percentage: number;
  readonly notesOf: (version: string, language: 'en' | 'fr') => string;
  /** The last day on which it is accepted. `withdrawn`: our public keys that must not be trusted any longer. */
  readonly expires: string;
  readonly withdrawn: readonly string[];
  readonly sign: (text: string) => string;
  /** Whether exactly the announced package is in the folder. */
  readonly isThere: (file: Announced) => boolean;
};

/**
 * electron-builder's announcement, with release notes, a percentage of installations and a signature. Throws if it is not one, or announces a
 * missing package. Uses no npm package, because it runs beside the private key; `check-feed.ts` then checks whether the app would accept it.
 */
export function finishAnnouncement(built: unknown, { percentage, notesOf, expires, withdrawn, sign, isThere }: Finishing) {
  if (!isAnnouncement(built)) throw new Error('this announces no version with packages');
  if (!Number.isInteger(percentage) || percentage < 1 || percentage > 100) throw new Error('the percentage goes from 1 to 100');
  const { version, files, journal, ...rest } = built;
  for (const file of files) if (!isThere(file)) throw new Error(`${file.url} is not the package that is announced`);
  const notes = { en: notesOf(version, 'en'), fr: notesOf(version, 'fr') };
  // Block maps and the like are not signed: a differential download is compared as a whole.
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
  // A plain name beside the announcement, never a path to somewhere else.
  const isName = typeof value.url === 'string' && isPlainName(value.url);
  return isName && typeof value.sha512 === 'string' && typeof value.size === 'number';
}
