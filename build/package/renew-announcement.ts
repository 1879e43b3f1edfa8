import type { Update } from '../../shared/domain/update.ts';
import { updateText } from '../../shared/domain/update-text.ts';
import { isSignedBy } from '../../shared/node/is-signed-by.ts';
import type { Finishing } from './finish-announcement.ts';

export type Renewing = Pick<Finishing, 'expires' | 'withdrawn' | 'sign'> & {
  /** The newest release: an older announcement that somebody put in its place is given no longer life. */
  readonly version: string;
  /** Public keys of ours. */
  readonly keys: readonly string[];
  /** Newer versions that are taken back by it, and what people are told about that; null: as it was. */
  readonly rollback: { readonly of: readonly string[]; readonly notes: Update['notes'] } | null;
};

/**
 * The same announcement with a later end, signed anew; throws a sentence where it is not ours as it lies there: whoever can write to the feed's
 * server must not get our signature by waiting for it. What our signature is under needs no other look at its shape.
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

/** Of two versions as releases have them: three numbers. */
function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  const at = [0, 1, 2].find((place) => a?.[place] !== b?.[place]);
  return at !== undefined && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}

/** Null for what is no announcement at all. */
function textOf(announced: Update): string | null {
  try {
    return updateText(announced);
  } catch {
    return null;
  }
}
