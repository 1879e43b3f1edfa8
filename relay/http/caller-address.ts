import type { Context } from 'hono';
import { plainAddress } from './address-list.ts';
import type { RelayConfig, Settings } from '../config.ts';
import type { DeviceEnv } from '#relay/relay-core.ts';
import type { HeaderWriter } from '#shared/node/http/answer-headers.ts';

/** Of an IPv6 address. */
const GROUPS = 8;

/** A connection, and the headers of a request on it. */
export type Caller = { readonly remoteAddress: string; header(name: string): string | null };

type Proxies = Pick<RelayConfig, 'proxies' | 'proxyHeader'>;

/** The caller's address, only for limits and, hashed, for the log: that of the connection, or what our own proxies report. */
export function addressOf(context: Context<DeviceEnv>, proxies: Proxies): string {
  return callerAddress({ remoteAddress: context.env.remoteAddress ?? '', header: (name) => context.req.header(name) ?? null }, proxies);
}

/** The same for a request outside the router. */
export function callerAddress(by: Caller, { proxies, proxyHeader }: Proxies): string {
  const hops = (by.header(proxyHeader ?? 'x-forwarded-for') ?? '').split(',');
  let caller = plainAddress(by.remoteAddress) ?? '';
  // Each of our proxies appends the address of its caller. Everything left of the first stranger is that stranger's own claim.
  while (proxies?.has(caller) === true) {
    const before = plainAddress(hops.pop()?.trim() ?? '');
    if (before === null) break;
    caller = before;
  }
  return networkOf(caller);
}

/** One IPv6 connection has 2^64 addresses: they count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [before = [], after = []] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].slice(0, GROUPS / 2).join(':');
}

type Given = Pick<Settings, 'RELAY_PUBLIC_URL' | 'RELAY_PROXY_ADDRESSES'>;

/**
 * Tells which requests came by https, so that the answer may demand https for the future (`strict-transport-security`): those that a listed
 * proxy forwards for a public https address. Null if no request can. A proxy that says the caller came without TLS is believed.
 */
export function cameByTls({ RELAY_PUBLIC_URL: publicUrl, RELAY_PROXY_ADDRESSES: proxies }: Given): ((by: HeaderWriter) => boolean) | null {
  if (proxies === null || publicUrl === undefined || new URL(publicUrl).protocol !== 'https:') return null;
  return ({ remoteAddress, proto }) => callerProto(proto) !== 'http' && proxies.has(plainAddress(remoteAddress) ?? '');
}

/** With several proxies, the first one saw the caller. */
function callerProto(proto: string): string {
  return (proto.split(',')[0] ?? '').trim().toLowerCase();
}
