import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Finishing } from './finish-announcement.ts';
import { type ReviewedKeys, trustedKeys } from './update-keys.ts';

/** Leaves two or three monthly chances to renew, and limits how long an old feed can be replayed. */
const DAYS = 90;
const DAY_MS = 86_400_000;

export type FeedSigner = Pick<Finishing, 'expires' | 'withdrawn' | 'sign'> & {
  /** The keys by whose signature an announcement on the feed's server is believed: that of this private key itself, and the spare one. */
  readonly believes: readonly string[];
};

/**
 * Signs announcements with the private key `pem`, valid from today for 90 days. Throws a sentence if no installation would accept them: the key
 * is neither of the two that the reviewed file names, or it was withdrawn.
 */
export function feedSigner(pem: string, keys: ReviewedKeys, today: Date): FeedSigner {
  const key = createPrivateKey(pem);
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  if (keys.current === null) throw new Error('update-keys.json names no key yet, so nothing is signed (docs/operations/release.md)');
  if (keys.withdrawn.includes(own)) throw new Error('INTRAY_UPDATE_SIGNING_KEY belongs to a key that update-keys.json withdraws');
  if (own !== keys.current && own !== keys.spare)
    throw new Error('INTRAY_UPDATE_SIGNING_KEY belongs to no key that update-keys.json names: nobody would take what it signs');
  return {
    expires: expiryFrom(today),
    withdrawn: keys.withdrawn,
    // Not simply both keys of the file: what the spare key takes over from a lost or leaked current one is made anew from its packages.
    believes: trustedKeys(keys).filter((trusted) => trusted === own || trusted === keys.spare),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** The last day on which what is signed today is accepted. */
export function expiryFrom(today: Date): string {
  return new Date(today.getTime() + DAYS * DAY_MS).toISOString().slice(0, 10);
}
