import { createPublicKey } from 'node:crypto';
import type { Feed } from './build-target.ts';

/** What belongs to whoever gives Intray out, and so lies in no file of the project. */
export type ReleaseFacts = {
  /** Null: a build that asks nobody for newer versions. */
  readonly feed: Feed | null;
  /** Where its people find it: shown by the packages. Null: they name none. */
  readonly homepage: string | null;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a sentence where something is given that cannot be right. */
export function releaseFacts(environment: Environment): ReleaseFacts {
  return {
    feed: feedOf(given(environment['INTRAY_UPDATE_URL']), given(environment['INTRAY_UPDATE_KEY'])),
    homepage: homepageOf(given(environment['INTRAY_HOMEPAGE'])),
  };
}

/** Why this cannot be given out; empty when it can. Without a feed nobody would ever get the mend of a fault. */
export function missingForRelease({ feed, homepage }: ReleaseFacts): readonly string[] {
  return [
    ...(feed === null ? ['INTRAY_UPDATE_URL and INTRAY_UPDATE_KEY: where installations look for newer versions'] : []),
    ...(homepage === null ? ['INTRAY_HOMEPAGE: where people find whoever gives it out, shown by the packages'] : []),
  ];
}

/**
 * Both public, and built in. Without TLS, whoever is on the way could hold updates back; without the key, whoever has the
 * feed's server could give out their own.
 */
function feedOf(address: string | null, key: string | null): Feed | null {
  if (address === null) return null;
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.hostname !== '127.0.0.1'))
    throw new Error('INTRAY_UPDATE_URL has to begin with https://');
  if (key === null)
    throw new Error('INTRAY_UPDATE_URL needs INTRAY_UPDATE_KEY, the public key of the releases (docs/operations/release.md)');
  try {
    createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  } catch {
    throw new Error('INTRAY_UPDATE_KEY is no public key (docs/operations/release.md)');
  }
  return { url: url.href, key };
}

function homepageOf(address: string | null): string | null {
  if (address === null) return null;
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') throw new Error('INTRAY_HOMEPAGE has to begin with https://');
  return url.href;
}

/** A workflow gives an empty text where nothing was set. */
function given(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
