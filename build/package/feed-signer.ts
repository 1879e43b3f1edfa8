import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Finishing } from './finish-announcement.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Leaves two or three monthly chances to renew, and limits how long an old feed can be replayed. */
const DAYS = 90;
const DAY_MS = 86_400_000;

/**
 * Signs announcements with the private key `pem`, valid from today for 90 days. Throws a sentence if no installation would accept them: the key
 * is neither of the two that the environment names as built in, or it was withdrawn.
 */
export function feedSigner(pem: string, environment: Environment, today: Date): Pick<Finishing, 'expires' | 'withdrawn' | 'sign'> {
  const key = createPrivateKey(pem);
  const own = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');
  const builtIn = feedKeys(environment);
  if (builtIn.length > 0 && !builtIn.includes(own))
    throw new Error(
      'INTRAY_UPDATE_SIGNING_KEY belongs neither to INTRAY_UPDATE_KEY nor to INTRAY_UPDATE_SPARE_KEY: nobody would take what it signs',
    );
  const withdrawn = words(environment['INTRAY_UPDATE_WITHDRAWN']);
  if (withdrawn.includes(own)) throw new Error('INTRAY_UPDATE_SIGNING_KEY belongs to a key that INTRAY_UPDATE_WITHDRAWN names');
  return {
    expires: new Date(today.getTime() + DAYS * DAY_MS).toISOString().slice(0, 10),
    withdrawn,
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64'),
  };
}

/** The public keys that are built in. */
export function feedKeys(environment: Environment): readonly string[] {
  return ['INTRAY_UPDATE_KEY', 'INTRAY_UPDATE_SPARE_KEY'].flatMap((name) => words(environment[name]));
}

/** Base64 has no spaces and no commas. */
function words(text: string | undefined): readonly string[] {
  return (text ?? '').split(/[\s,]+/).filter((word) => word !== '');
}
