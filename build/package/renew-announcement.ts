import type { Update } from '../../shared/domain/update.ts';
import { updateText } from '../../shared/domain/update-text.ts';
import { isSignedBy } from '../../shared/node/is-signed-by.ts';
import type { Finishing } from './finish-announcement.ts';

export type Renewing = Pick<Finishing, 'expires' | 'withdrawn' | 'sign'> & {
  /** The newest release. An older announcement that somebody put in its place is not renewed. */
  readonly version: string;
  /** Our public keys. */
  readonly keys: readonly string[];
  /** The newer versions that it takes back, and the notes that people are shown about that; null: unchanged. */
  readonly rollback: { readonly of: readonly string[]; readonly notes: Update['notes'] } | null;
};

/**
 * The same announcement with a later expiry, signed again. Throws a sentence if its present signature is not ours: someone who can write to the
 * feed's server must not get our signature just by waiting. A text that we signed needs no other check of its form.
 */
export function renewAnnouncement(announced: Update, { version, keys, rollback, expires, withdrawn, sign }: Renewing): Update {
  const text = textOf(announced);
  if (text === null || !keys.some((key) => isSignedBy({ text, signature: announced.signature }, key)))
    throw new Error('is not signed by us: it was changed where it lies');
  if (announced.version !== version) throw new Error(`announces ${announced.version} and not ${version}`);
  const wrong = rollback?.of.find((taken) => !isNewer(taken, version));
  if (wrong !== undefined) throw new Error(`announces ${version}, which is not older than ${wrong}`);
  const back = rollback === null ? {} : { takesBack: [...new Set([...announced.takesBack, ...rollback.of])], notes: rollback.notes };
  const said = { ...announced, ...back, expires, withdrawn: [...withdrawn] };
  return { ...said, signature: sign(updateText(said)) };
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
