import { BlockList, isIP, SocketAddress } from 'node:net';

export type AddressList = {
  /** An IPv4 address in IPv6 notation counts as IPv4. Text that is no address is in no list. */
  has(address: string): boolean;
};

/** No `/0`: a range of all addresses would include everybody, so it is treated as a typing error. */
const PREFIX = /^[1-9]\d{0,2}$/;

/** Parses addresses and CIDR ranges, separated by commas; null if one of them is neither. */
export function addressList(text: string): AddressList | null {
  const list = new BlockList();
  for (const entry of text.split(',')) if (!add(list, entry.trim())) return null;
  return {
    has(address) {
      const family = familyOf(address);
      return family !== null && list.check(address, family);
    },
  };
}

/** An address in canonical form, without port, zone or the brackets of IPv6; null if the text is not an address. */
export function plainAddress(text: string): string | null {
  const family = familyOf(text);
  const address = family === null ? SocketAddress.parse(text) : new SocketAddress({ address: text.replace(/%.*$/, ''), family });
  return address?.address.replace(/^::ffff:(?=\d+\.)/, '') ?? null;
}

function add(list: BlockList, entry: string): boolean {
  const [address = '', prefix, ...more] = entry.split('/');
  const family = familyOf(address);
  if (family === null || more.length > 0) return false;
  if (prefix === undefined) list.addAddress(address, family);
  else if (PREFIX.test(prefix) && Number(prefix) <= (family === 'ipv4' ? 32 : 128)) list.addSubnet(address, Number(prefix), family);
  else return false;
  return true;
}

function familyOf(address: string): 'ipv4' | 'ipv6' | null {
  const version = isIP(address);
  if (version === 0) return null;
  return version === 4 ? 'ipv4' : 'ipv6';
}

type ListenAddress = { readonly host: string; readonly port: number };

const HOST_AND_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/;

/** Parses `HOST:PORT`, with an IPv6 address in brackets; null if it is not that. */
export function listenAddress(text: string): ListenAddress | null {
  const [, v6, name, digits = ''] = HOST_AND_PORT.exec(text) ?? [];
  const host = v6 ?? name;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? null : { host, port };
}

export function urlOf({ host, port }: ListenAddress): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
