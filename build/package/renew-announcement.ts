import { type Update, updateSchema, updateText } from '#shared/domain/update.ts';
import { isSignedBy } from '#shared/node/is-signed-by.ts';
import type { Finishing } from './finish-announcement.ts';

export type Renewing = Pick<Finishing, 'expires' | 'withdrawn' | 'sign'> & {
  /** The newest release: an older announcement that somebody put in its place is given no longer life. */
  readonly version: string;
  /** Public keys of ours. */
  readonly keys: readonly string[];
};

/**
 * The same announcement with a later end, signed anew; throws a sentence where it is not ours as it lies there: whoever can write to the feed's
 * server must not get our signature by waiting for it.
 */
export function renewAnnouncement(announced: object, { version, keys, expires, withdrawn, sign }: Renewing): Update {
  const update = updateSchema.parse(announced);
  if (update.version !== version) throw new Error(`announces ${update.version} and not ${version}`);
  const before = { text: updateText(update), signature: update.signature };
  if (!keys.some((key) => isSignedBy(before, key))) throw new Error('is not signed by us: it was changed where it lies');
  const said = { ...update, expires, withdrawn: [...withdrawn] };
  return { ...announced, ...said, signature: sign(updateText(said)) };
}
