import { plainAddress } from './address-list.ts';
import type { HeaderWriter } from '#shared/node/http/answer-headers.ts';
import type { Settings } from '../config.ts';

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
