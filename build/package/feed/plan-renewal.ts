import { createHash } from 'node:crypto';
import { feedFolder, type FeedSystem } from './feed-folder.ts';
import { feedText } from './feed-text.ts';
import { renewAnnouncement, type Renewing, type Unsigned } from './renew-announcement.ts';
import type { ReviewedKeys } from './update-keys.ts';

export type Renewal = {
  readonly name: string;
  readonly before: Unsigned;
  /** What would be signed in its place. */
  readonly after: Unsigned;
};
export type RenewalPlan = {
  readonly renewals: readonly Renewal[];
  /** Of everything that would be signed or passed on beside the signature, and of the keys: what is approved before it is signed. */
  readonly digest: string;
};

/** A megabyte holds the notes of a hundred versions. */
const ANNOUNCEMENT_BYTES_MAX = 1_000_000;

/**
 * What renewing the feed in `folder` would sign. Throws a sentence if one of its announcements is not ours, is of another version or for another
 * system, if the announcements differ from each other, or if a package is not there or is not the announced one: a signature is given for bytes
 * that were hashed a moment ago, never for what somebody says of them (ADR-79).
 */
export function planRenewal(folder: string, systems: readonly FeedSystem[], keys: ReviewedKeys, renewing: Renewing): RenewalPlan {
  const feed = feedFolder(folder, systems);
  const renewals = feed.announcements.map(({ system, name }): Renewal => {
    try {
      const before = announcementIn(feed.bytesOf(name));
      const after = renewAnnouncement(before, renewing);
      const foreign = after.files.find(({ url }) => !feed.isFor(system, url));
      if (foreign !== undefined) throw new Error(`announces ${JSON.stringify(foreign.url)}, which is no package for ${system}`);
      const other = after.files.find((file) => !feed.isThere(file));
      if (other !== undefined) throw new Error(`announces ${other.url}, which is not there or is another file`);
      return { name, before, after };
    } catch (error) {
      throw new Error(`${name} ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  });
  const [first, ...rest] = renewals;
  const odd = rest.find(({ before }) => first !== undefined && inCommon(before) !== inCommon(first.before));
  if (odd !== undefined) throw new Error(`${odd.name} says something else than ${first?.name}: one of them was put there by somebody`);
  return { renewals, digest: digestOf(renewals, keys) };
}

/** The JSON that releases write. As YAML it would mean the same, but nothing here reads YAML, and no second reading can differ. */
function announcementIn(bytes: Buffer): Unsigned {
  if (bytes.byteLength > ANNOUNCEMENT_BYTES_MAX) throw new Error('is longer than any announcement');
  try {
    return JSON.parse(bytes.toString('utf8')) as Unsigned;
  } catch {
    throw new Error('is not the JSON that a release writes: it was changed where it lies');
  }
}

/** A replayed announcement of the same version may lack what was added later, such as the versions that it takes back. */
function inCommon({ notes, expires: _expires, withdrawn, journal, takesBack }: Unsigned): string {
  return JSON.stringify([notes.en, notes.fr, withdrawn, journal, takesBack]);
}

function digestOf(renewals: readonly Renewal[], { current, spare }: ReviewedKeys): string {
  const said = renewals.map(({ name, after }) => [name, feedText(after)]);
  return createHash('sha256')
    .update(JSON.stringify(['intray renewal 1', current, spare, said]))
    .digest('hex');
}
