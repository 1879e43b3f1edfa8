import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { hostFault } from '#shared/domain/invitation/host-fault.ts';
import type { InvitationDeps } from './invitation-deps.ts';

/**
 * The hosts that a relay names as the service's, in punycode, each once; null if one of the addresses is not reached by https, contains a user,
 * or leads to this computer or to a numeric address.
 */
export function serviceHosts(service: ServiceProfile): readonly string[] | null {
  const urls = addressesOf(service);
  const isSafe = urls.every(
    ({ protocol, username, password, host }) => protocol === 'https:' && username === '' && password === '' && hostFault(host) === null,
  );
  return isSafe ? [...new Set(urls.map(({ host }) => host))] : null;
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
  return JSON.stringify([...addressesOf(service).map(({ href }) => href.replace(/\/$/, '')), service.issuer]);
}

function addressesOf({ baseUrl, authUrl, jwksUrl }: ServiceProfile): readonly URL[] {
  return [baseUrl, authUrl, jwksUrl].map((url) => new URL(url));
}
