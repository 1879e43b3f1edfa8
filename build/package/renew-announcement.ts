import type { Update } from '../../shared/domain/update.ts';
import { updateText } from '../../shared/domain/update-text.ts';
import { isSignedBy } from '../../shared/node/is-signed-by.ts';
import type { Finishing } from './finish-announcement.ts';

export type Renewing = Pick<Finishing, 'expires' | 'withdrawn' | 'sign'> & {
  /** The newest release: an older announcement that somebody put in its place is given no longer life. */
  readonly version: string;
  /** Public keys of ours. */
  readonly keys: readonly string[];
};

/**
 * The same announcement with a later end, signed anew; throws a sentence where it is not ours as it lies there: whoever can write to the feed's
 * server must not get our signature by waiting for it. What our signature is under needs no other look at its shape.
 */
export function renewAnnouncement(announced: Update, { version, keys, expires, withdrawn, sign }: Renewing): Update {
  const text = textOf(announced);
  if (text === null || !keys.some((key) => isSignedBy({ text, signature: announced.signature }, key)))
    throw new Error('is not signed by us: it was changed where it lies');
  if (announced.version !== version) throw new Error(`announces ${announced.version} and not ${version}`);
  const said = { ...announced, expires, withdrawn: [...withdrawn] };
  return { ...said, signature: sign(updateText(said)) };
}

/** Null for what is no announcement at all. */
function textOf(announced: Update): string | null {
  try {
    return updateText(announced);
  } catch {
    return null;
  }
}
