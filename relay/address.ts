import type { Context } from 'hono';
import type { RelayConfig } from './config.ts';
import type { DeviceEnv } from './enrol/authenticate.ts';

/** An address is at most 45 characters; what a proxy writes beside it (a port, brackets) is not much. */
const CHARACTERS_MAX = 64;

/** Who calls, for limits alone: the connection's address, or what our own proxy says it is. */
export function addressOf(context: Context<DeviceEnv>, config: Pick<RelayConfig, 'trustProxy' | 'proxyHeader'>): string {
  // The last entry is the one that our own proxy added; those before it are the caller's claims.
  const header = config.trustProxy ? context.req.header(config.proxyHeader ?? 'x-forwarded-for') : undefined;
  const forwarded = header?.split(',').at(-1)?.trim();
  return networkOf((forwarded === undefined || forwarded === '' ? (context.env.remoteAddress ?? '') : forwarded).slice(0, CHARACTERS_MAX));
}

/** Somebody with one IPv6 connection has 2^64 addresses: they count as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  return groups.length >= 4 || tail === undefined ? groups.slice(0, 4).join(':') : address;
}
