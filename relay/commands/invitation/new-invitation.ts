import { hostFault, type InvitationLink, invitationLinkText, parseInvitationLink } from '#shared/domain/invitation/invitation.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { hex } from '#shared/lib/bytes.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { invitationKeys, newInvitationCode, newNumber, numberProof, sealSecret } from '#shared/node/invitation-keys.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { Random } from '#shared/ports/world.ts';
import type { NewInvitation } from '../../store/invitations/invitation-store.ts';

/** Long enough for somebody who reads e-mail once a day, and short for whoever finds the e-mail later. */
const GOOD_FOR_MS = DAY_MS;

export type InvitationWish = Pick<NewInvitation, 'integrationId' | 'company' | 'accountant' | 'createdAt' | 'createdBy'> & {
  /** The secret to deposit, or null. */
  readonly secret: string | null;
  /** The host of the relay's public address. */
  readonly host: string;
};

/** What the store keeps, and what only the operator is shown: the link with the code, and the number if there is a deposit. */
export type MadeInvitation = { readonly invitation: NewInvitation; readonly link: InvitationLink; readonly number: string | null };

/** Draws the code, derives its keys, and encrypts the secret. The caller stores `invitation` and forgets the rest once it was shown. */
export function newInvitation({ secret, host, ...wish }: InvitationWish, random: Pick<Random, 'bytes' | 'uuid'>): MadeInvitation {
  const code = newInvitationCode(random);
  const keys = invitationKeys(code);
  const number = secret === null ? null : newNumber(random);
  const sealKey = { sealKey: keys.seal, integrationId: wish.integrationId };
  const deposit =
    secret === null || number === null
      ? null
      : { ...sealSecret(secret, sealKey, random), numberDigest: digestOf(numberProof(keys.number, number)) };
  const expiresAt = wish.createdAt + GOOD_FOR_MS;
  const invitation = { ...wish, invitationId: random.uuid(), findDigest: digestOf(keys.find), expiresAt, deposit };
  return { invitation, link: { host, relayUrl: `https://${host}`, code }, number };
}

/** The host that links lead to, by the relay's public address; the failure is a sentence for the operator. */
export function linkHost(publicUrl: string | null, random: Pick<Random, 'bytes'>): Result<string, string> {
  if (publicUrl === null) return fail('RELAY_PUBLIC_URL is not set: it is where the link of an invitation leads.');
  const { protocol, host, pathname, search, username, password } = new URL(publicUrl);
  const isPlain = protocol === 'https:' && pathname === '/' && search === '' && username === '' && password === '';
  const link = invitationLinkText({ host, code: newInvitationCode(random) }, 'https');
  if (!isPlain || hostFault(host) !== null || parseInvitationLink(link) === null) {
    return fail(
      'RELAY_PUBLIC_URL must be https, with a name and without a path, as https://relay.example.com: apps open no invitation that leads elsewhere.',
    );
  }
  return ok(host);
}

function digestOf(bytes: Uint8Array): string {
  return hex(nodeSha256([bytes]));
}
