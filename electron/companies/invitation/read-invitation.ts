import type { ReadInvitation, ReadInvitationFault } from '#shared/app-api/invitation/invitation-views.ts';
import {
  findInvitation,
  hostFault,
  type InvitationLink,
  invitationLinkText,
  type ServiceHosts,
} from '#shared/domain/invitation/invitation.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import type { InvitationDeps } from './invitation-deps.ts';

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

/** Whether the user typed the relay's domain: with its port or without, and nothing else. Only ASCII letters have another case here. */
export function isConfirmed(host: string, typed: string | undefined): boolean {
  const plain = typed?.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return plain === host || plain === host.replace(/:[0-9]+$/, '');
}

/** An address with a path is another relay: the origin alone does not say where it answers. */
function isSameRelay(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href;
}

/**
 * The hosts that a relay names as the service's, each by what is there, whichever of them are the same; null if one of the addresses is not reached
 * by https, contains a user, or leads to this computer or to a numeric address.
 */
export function serviceHosts(service: ServiceProfile): ServiceHosts | null {
  const { documents, signIn, keys } = addressesOf(service);
  const isSafe = [documents, signIn, keys].every(
    ({ protocol, username, password, host }) => protocol === 'https:' && username === '' && password === '' && hostFault(host) === null,
  );
  return isSafe ? { documents: documents.host, signIn: signIn.host, keys: keys.host } : null;
}

/** Whether this profile's companies send to another service than this one, which an invitation never changes. */
export function isOtherService({ settings, store }: Pick<InvitationDeps, 'settings' | 'store'>, service: ServiceProfile): boolean {
  const own = settings.get().service;
  return store.companies().length > 0 && own !== null && !isSameService(own, service);
}

/** Whether both are the same service: the same addresses, and the same name of who signs. */
export function isSameService(one: ServiceProfile, other: ServiceProfile): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(service: ServiceProfile): string {
  const { documents, signIn, keys } = addressesOf(service);
  return JSON.stringify([...[documents, signIn, keys].map(({ href }) => href.replace(/\/$/, '')), service.issuer]);
}

function addressesOf({ baseUrl, authUrl, jwksUrl }: ServiceProfile): Readonly<Record<keyof ServiceHosts, URL>> {
  return { documents: new URL(baseUrl), signIn: new URL(authUrl), keys: new URL(jwksUrl) };
}
