import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { hostFault } from '#shared/domain/invitation/host-fault.ts';
import type { ServiceHosts } from '#shared/domain/invitation/service-hosts.ts';
import type { InvitationDeps } from './invitation-deps.ts';

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
