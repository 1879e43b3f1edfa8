import type { ReadInvitation, ReadInvitationFault } from '#shared/app-api/invitation/invitation-views.ts';
import { findInvitation } from '#shared/domain/invitation/find-invitation.ts';
import { hostFault } from '#shared/domain/invitation/host-fault.ts';
import { type InvitationLink, invitationLinkText } from '#shared/domain/invitation/invitation-link.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';

/** What this profile and this build know of relays. */
export type KnownRelays = {
  /** The profile's own; null until one is set. */
  readonly relayUrl: string | null;
  readonly hasCompanies: boolean;
  /** Origins, such as `https://relay.example.com`. */
  readonly pinned: readonly string[];
};

/** Reads the one invitation in a text, without asking anybody. */
export function readInvitation(text: string, known: KnownRelays): Result<ReadInvitation, ReadInvitationFault> {
  const found = findInvitation(text);
  if (!found.ok) return fail({ kind: found.failure });
  const { host } = found.value;
  const fault = hostFault(host);
  if (fault !== null) return fail({ kind: fault });
  const relay = whoseRelay(found.value, known);
  return relay === null ? fail({ kind: 'other-relay' }) : ok({ link: invitationLinkText(found.value, 'https'), relayHost: host, relay });
}

/** Null: another relay than that of this profile's companies. */
export function whoseRelay({ relayUrl }: Pick<InvitationLink, 'relayUrl'>, known: KnownRelays): ReadInvitation['relay'] | null {
  if (known.relayUrl !== null && isSameRelay(known.relayUrl, relayUrl)) return 'own';
  if (known.hasCompanies) return null;
  return known.pinned.some((pinned) => isSameRelay(pinned, relayUrl)) ? 'pinned' : 'other';
}

/** Whether the person typed the relay's domain: with its port or without, and nothing else. Only ASCII letters have another case here. */
export function isConfirmed(host: string, typed: string | undefined): boolean {
  const plain = typed?.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return plain === host || plain === host.replace(/:[0-9]+$/, '');
}

/** An address with a path is another relay: the origin alone does not say where it answers. */
function isSameRelay(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}
