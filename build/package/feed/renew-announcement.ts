import type { Update } from '../../../shared/domain/update.ts';
import { updateText } from '../../../shared/domain/update-text.ts';
import { isSignedBy } from '../../../shared/node/is-signed-by.ts';

export type Renewing = {
  /** The newest release. An older announcement that somebody put in its place is not renewed. */
  readonly version: string;
  /** Public keys; the announcement has to be signed with one of them. */
  readonly believes: readonly string[];
  /** The newer versions that it takes back, and the notes that people are shown about that; null: unchanged. */
  readonly rollback: { readonly of: readonly string[]; readonly notes: Update['notes'] } | null;
  readonly expires: string;
  readonly withdrawn: readonly string[];
};

/** All that an announcement consists of. The last four are not signed, and are kept as they are. */
export type Unsigned = Omit<Update, 'signature' | 'packages' | 'files'> & {
  readonly files: readonly (Update['files'][number] & { readonly blockMapSize?: number })[];
  readonly path?: string;
  readonly sha512?: string;
  readonly releaseDate?: string;
  readonly stagingPercentage?: number;
};

const FIELDS = ['version', 'files', 'notes', 'expires', 'withdrawn', 'journal', 'takesBack', 'signature'];
const UNSIGNED = ['path', 'sha512', 'releaseDate', 'stagingPercentage'];
const FILE_FIELDS = ['url', 'sha512', 'size', 'blockMapSize'];

/**
 * The announcement that would be signed in the place of `announced`: the same with a later expiry. Throws a sentence if its present signature is
 * not ours: someone who can write to the feed's server must not get our signature just by waiting. What we signed needs no other check of its
 * form; what is not signed is held to the fields that a release writes, so that nothing of somebody else's is passed on beside our signature.
 */
export function renewAnnouncement(announced: unknown, { version, believes, rollback, expires, withdrawn }: Renewing): Unsigned {
  const text = textOf(announced as Update);
  const { signature, ...kept } = announced as Update;
  if (text === null || typeof signature !== 'string' || !believes.some((key) => isSignedBy({ text, signature }, key)))
    throw new Error('is not signed by us: it was changed where it lies');
  const parts = [...kept.files.flatMap((file) => others(file, FILE_FIELDS)), ...others(kept.notes, ['en', 'fr'])];
  const extra = [...others(kept, [...FIELDS, ...UNSIGNED]), ...parts];
  if (extra.length > 0) throw new Error(`has ${extra.join(', ')}, which no release writes`);
  const unsigned = unsignedFault(kept);
  if (unsigned !== null) throw new Error(unsigned);
  if (kept.version !== version) throw new Error(`announces ${kept.version} and not ${version}`);
  const wrong = rollback?.of.find((taken) => !isNewer(taken, version));
  if (wrong !== undefined) throw new Error(`announces ${version}, which is not older than ${wrong}`);
  const back = rollback === null ? {} : { takesBack: [...new Set([...kept.takesBack, ...rollback.of])], notes: rollback.notes };
  return { ...kept, ...back, expires, withdrawn: [...withdrawn] };
}

/** Old versions of electron-updater read `path` and `sha512`; they must lead to a package that is signed. */
function unsignedFault({ files, path, sha512, releaseDate, stagingPercentage }: Unsigned): string | null {
  if (path !== undefined && !files.some((file) => file.url === path && (sha512 === undefined || file.sha512 === sha512)))
    return 'names beside its files a package that is not signed';
  if (path === undefined && sha512 !== undefined) return 'has a hash without a package';
  if (stagingPercentage !== undefined && !(Number.isInteger(stagingPercentage) && stagingPercentage >= 0 && stagingPercentage <= 100))
    return 'is offered to a percentage that goes not from 0 to 100';
  if (releaseDate !== undefined && !(typeof releaseDate === 'string' && /^[\dTZ:.-]{10,30}$/.test(releaseDate)))
    return 'has a date that is none';
  const sizes = files.map(({ blockMapSize }) => blockMapSize);
  return sizes.every((size) => size === undefined || Number.isSafeInteger(size)) ? null : 'has a block map of an odd size';
}

function others(value: object, known: readonly string[]): readonly string[] {
  return Object.keys(value).filter((field) => !known.includes(field));
}

/** Compares versions of three numbers, as releases have them. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place]);
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/** Null if it is not an announcement at all. */
function textOf(announced: Update): string | null {
  try {
    return updateText(announced);
  } catch {
    return null;
  }
}
