/** `loopback`: it leads to this computer itself. `address`: it is a numeric address, which has no name that a user could recognise. */
export type HostFault = 'loopback' | 'address';

const PORT = /:[0-9]*$/;
/** WHATWG URL: a host whose last label is a number, also a hexadecimal one, is an IPv4 address in one of its spellings. */
const NUMBER = /^(?:[0-9]+|0x[0-9a-f]*)$/i;
/** Names that `/etc/hosts` of common systems gives to this computer, besides `localhost` and everything below it (RFC 6761). */
const OWN_NAMES = /^(?:(?:.*\.)?localhost|localhost\d?\.localdomain\d?|ip6-localhost|ip6-loopback)$/i;

/** Why an invitation may not lead to this host (`HOST` or `HOST:PORT`); null if it may. Whether it is the right one, only a user can say. */
export function hostFault(host: string): HostFault | null {
  const name = host.replace(PORT, '').replace(/\.$/, '');
  if (host.includes('[') || name.includes(':') || NUMBER.test(name.split('.').at(-1) ?? '')) return 'address';
  return OWN_NAMES.test(name) ? 'loopback' : null;
}
