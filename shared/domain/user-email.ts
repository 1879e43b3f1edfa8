import { z } from 'zod';

/** `accents`: valid but for letters before the @ that a service with `string (email)` cannot be expected to accept. `odd`: not an address. */
export type UserEmail = { readonly kind: 'sendable'; readonly address: string } | { readonly kind: 'accents' | 'odd' };

const emailSchema = z.email().max(254);
const hostSchema = z.url({ normalize: true });
const FOREIGN = /[^\0-\x7f]/gu;

/**
 * The form in which a typed address is sent as `userEmail` (§ Invoice form; C18). The contract's `email` is an address of RFC 5321,
 * all ASCII, and a service that checks it refuses the document with any other. A domain with accents has an ASCII form (`xn--…`) and is sent in
 * it. The part before the @ has none, so such an address is not sent, and the person is told: an address never blocks a file.
 */
export function userEmailOf(text: string): UserEmail {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').split('@');
  const host = asciiHost(domain);
  if (more.length > 0 || host === null) return { kind: 'odd' };
  const address = emailSchema.safeParse(`${local}@${host}`);
  if (address.success) return { kind: 'sendable', address: address.data };
  return emailSchema.safeParse(`${local.replace(FOREIGN, 'x')}@${host}`).success ? { kind: 'accents' } : { kind: 'odd' };
}

/** Unchanged if it is ASCII already. */
function asciiHost(domain: string): string | null {
  if (domain.search(FOREIGN) === -1) return domain;
  const url = hostSchema.safeParse(`https://${domain}`);
  return url.success ? (/^https:\/\/([^/:?#@]+)\/$/.exec(url.data)?.[1] ?? null) : null;
}
