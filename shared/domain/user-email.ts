import { z } from 'zod';

/** `accents`: right but for letters before the @ that the service's `string (email)` cannot be expected to take. `odd`: no address at all. */
export type UserEmail = { readonly kind: 'sendable'; readonly address: string } | { readonly kind: 'accents' | 'odd' };

const emailSchema = z.email().max(254);
const hostSchema = z.url({ normalize: true });
const FOREIGN = /[^\0-\x7f]/gu;

/**
 * What of a typed address is sent as `userEmail` (§ Invoice form; C18). The contract's `email` is an address of RFC 5321,
 * all ASCII, and a service that checks it refuses the document with any other. A domain with accents has such a form (`xn--…`) and is sent in it; what
 * stands before the @ has none, so that address is not sent, and the person is told: an address never blocks a file.
 */
export function userEmailOf(text: string): UserEmail {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').split('@');
  const host = asciiHost(domain);
  if (more.length > 0 || host === null) return { kind: 'odd' };
  const address = emailSchema.safeParse(`${local}@${host}`);
  if (address.success) return { kind: 'sendable', address: address.data };
  return emailSchema.safeParse(`${local.replace(FOREIGN, 'x')}@${host}`).success ? { kind: 'accents' } : { kind: 'odd' };
}

/** As it was typed where it is ASCII already. */
function asciiHost(domain: string): string | null {
  if (domain.search(FOREIGN) === -1) return domain;
  const url = hostSchema.safeParse(`https://${domain}`);
  return url.success ? (/^https:\/\/([^/:?#@]+)\/$/.exec(url.data)?.[1] ?? null) : null;
}
