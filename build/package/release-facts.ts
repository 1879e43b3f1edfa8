import { type Configuration, configurationSchema } from '#shared/app-api/installation.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import type { Feed } from './build-target.ts';
import type { ReviewedKeys } from './feed/update-keys.ts';

/** Facts about whoever publishes Intray; they are in no file of the project. */
export type ReleaseFacts = {
  /** Null: a build that never looks for newer versions. */
  readonly feed: Feed | null;
  /** Homepage of the publisher, shown by the packages. Null: they name none. */
  readonly homepage: string | null;
  /** Maintainer of the Debian package, as `Name <address>`. Null: an address that reaches nobody, and says so. */
  readonly maintainer: string | null;
  /** Service and relay that a new profile begins with. Null: people need an invitation and type the relay's name. */
  readonly configuration: Configuration | null;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a sentence if a value cannot be right. Only the keys come from a file of the project, which is reviewed (ADR-79). */
export function releaseFacts(environment: Environment, keys: ReviewedKeys): ReleaseFacts {
  return {
    feed: feedOf(environment, keys),
    homepage: homepageOf(nullIfEmpty(environment['INTRAY_HOMEPAGE'])),
    maintainer: maintainerOf(nullIfEmpty(environment['INTRAY_MAINTAINER'])),
    configuration: configurationOf(nullIfEmpty(environment['INTRAY_CONFIGURATION'])),
  };
}

/** Why this cannot be published; empty if it can. Without a feed, nobody would ever get a bug fix. */
export function missingForRelease({ feed, homepage, maintainer }: ReleaseFacts): readonly string[] {
  return [
    ...(feed === null ? ['INTRAY_UPDATE_URL: where installations look for newer versions'] : []),
    ...(feed?.keys.length === 1 ? ['"spare" in update-keys.json: without it nothing can be said when the other key leaks'] : []),
    ...(homepage === null ? ['INTRAY_HOMEPAGE: where people find whoever gives it out, shown by the packages'] : []),
    ...(maintainer === null ? ['INTRAY_MAINTAINER: who answers for the Debian package, as "Name <address>"'] : []),
  ];
}

/**
 * All public, and built in. Without TLS, an attacker on the network could withhold updates; without the keys, an attacker who controls the
 * feed's server could publish their own.
 */
function feedOf(environment: Environment, { current, spare, withdrawn }: ReviewedKeys): Feed | null {
  const address = nullIfEmpty(environment['INTRAY_UPDATE_URL']);
  if (address === null) return null;
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'https:' && url.hostname !== '127.0.0.1'))
    throw new Error('INTRAY_UPDATE_URL has to begin with https://');
  if (current === null)
    throw new Error('INTRAY_UPDATE_URL needs "current" in update-keys.json, the public key of the releases (docs/operations/release.md)');
  if (withdrawn.includes(current) || (spare !== null && withdrawn.includes(spare)))
    throw new Error('update-keys.json withdraws a key that it would build in');
  return { url: url.href, keys: spare === null ? [current] : [current, spare] };
}

function homepageOf(address: string | null): string | null {
  if (address === null) return null;
  const url = URL.parse(address);
  if (url?.protocol !== 'https:') throw new Error('INTRAY_HOMEPAGE has to begin with https://');
  return url.href;
}

/** Debian's form (policy 5.6.2). People write to this address, so it must look like one. */
function maintainerOf(text: string | null): string | null {
  if (text === null || /^[^<>\s,"][^<>,"\r\n]* <[^<>@\s]+@[^<>@\s]+\.[^<>@\s]+>$/.test(text)) return text;
  throw new Error('INTRAY_MAINTAINER has to be of the form "Name <address>", without commas and quotes');
}

/** The same text that is pasted into the settings. It holds no secret, and is built in. */
function configurationOf(text: string | null): Configuration | null {
  if (text === null) return null;
  const read = configurationSchema.safeParse(jsonOf(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(
    `INTRAY_CONFIGURATION has to be JSON with relayUrl and service; ${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'wrong'}`,
  );
}

/** A workflow passes an empty text for what is not set. */
function nullIfEmpty(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
