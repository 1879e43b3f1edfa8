import { z } from 'zod';
import { type IntegrationId, integrationIdSchema } from '../contract/ids.ts';
import { connectionSchema } from './connection.ts';
import { companyIdSchema } from './ids.ts';
import { wallMsSchema } from './wall-ms-schema.ts';

/**
 * An e-mail address in plain characters alone, so that it means in an address of the system (`mailto:`) just what a user reads: nothing in it
 * has to be escaped, and nothing in it can begin another recipient or another field.
 */
export const contactSchema = z
  .string()
  .max(254)
  .regex(/^[A-Za-z0-9_+-]+(?:\.[A-Za-z0-9_+-]+)*@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$/);

/**
 * An address that documents can be sent by (C52), as it was typed. A wrong one is refused where it is typed, with a sentence; `userEmailOf` makes the form
 * that is sent.
 */
export const senderSchema = z
  .string()
  .trim()
  .max(254)
  .refine(
    (text) => userEmailOf(text).kind === 'sendable',
    'is no e-mail address that can be sent (no letter before the @ may have an accent)',
  );

export const COMPANY_COLOURS = ['blue', 'green', 'amber', 'rose', 'violet', 'slate'] as const;
export type CompanyColour = (typeof COMPANY_COLOURS)[number];

/** The local owner of folders and history. It has one current integration and may have former ones (C13). */
export const companySchema = z.object({
  id: companyIdSchema,
  name: z.string(),
  colour: z.enum(COMPANY_COLOURS),
  integrationId: integrationIdSchema,
  formerIntegrationIds: z.array(integrationIdSchema),
  connection: connectionSchema,
  /** When the current connection was made: older revocations are doubted (C29). */
  connectedAt: wallMsSchema,
  /** The accountant's e-mail address, as the user gave it; only for messages that the user writes. Absent while nobody gave one. */
  contact: contactSchema.optional(),
  /** The address that its documents are sent by (C52), in place of the profile's. Absent while nobody gave one. */
  userEmail: senderSchema.optional(),
});

/** What is not named stays; null takes an address away. */
export const companyChangeSchema = z.object({
  companyId: companyIdSchema,
  name: z.string().trim().min(1).max(100).optional(),
  colour: z.enum(COMPANY_COLOURS).optional(),
  contact: contactSchema.nullable().optional(),
  userEmail: senderSchema.nullable().optional(),
});
export type CompanyChange = Readonly<z.infer<typeof companyChangeSchema>>;

/** A removed company: nothing is sent or read for it, and its history stays. */
export const removedCompanySchema = companySchema.extend({ removedAt: wallMsSchema });
export type RemovedCompany = Readonly<z.infer<typeof removedCompanySchema>>;

export type Company = Readonly<z.infer<typeof companySchema>>;

/** Whether this is, or was, the company of an integration. */
export function ownsIntegration(company: Pick<Company, 'integrationId' | 'formerIntegrationIds'>, integrationId: IntegrationId): boolean {
  return company.integrationId === integrationId || company.formerIntegrationIds.includes(integrationId);
}

/** `accents`: valid but for letters before the @ that a service with `string (email)` cannot be expected to accept. `odd`: not an address. */
type UserEmail = { readonly kind: 'sendable'; readonly address: string } | { readonly kind: 'accents' | 'odd' };

const emailSchema = z.email().max(254);
const hostSchema = z.url({ normalize: true });
const FOREIGN = /[^\0-\x7f]/gu;

/**
 * The form in which a typed address is sent as `userEmail` (§ Invoice form; C18). The contract's `email` is an address of RFC 5321,
 * all ASCII, and a service that checks it refuses the document with any other. A domain with accents has an ASCII form (`xn--…`) and is sent in
 * it. The part before the @ has none, so such an address is not sent, and the user is told: an address never blocks a file.
 */
export function userEmailOf(text: string): UserEmail {
  const [local = '', domain = '', ...more] = text.trim().normalize('NFC').split('@');
  const host = asciiHost(domain);
  if (more.length > 0 || host === null) return { kind: 'odd' };
  const address = emailSchema.safeParse(`${local}@${host}`);
  if (address.success) return { kind: 'sendable', address: address.data };
  return emailSchema.safeParse(`${local.replace(FOREIGN, 'x')}@${host}`).success ? { kind: 'accents' } : { kind: 'odd' };
}

/** The address to send for the first of these that somebody gave; null if none was given, or if it cannot be sent (C18, C52). */
export function sentEmailOf(...given: readonly (string | null | undefined)[]): string | null {
  const email = userEmailOf(given.find((text) => text !== null && text !== undefined && text.trim() !== '') ?? '');
  return email.kind === 'sendable' ? email.address : null;
}

/** Unchanged if it is ASCII already. */
function asciiHost(domain: string): string | null {
  if (domain.search(FOREIGN) === -1) return domain;
  const url = hostSchema.safeParse(`https://${domain}`);
  return url.success ? (/^https:\/\/([^/:?#@]+)\/$/.exec(url.data)?.[1] ?? null) : null;
}
