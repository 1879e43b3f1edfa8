import { addressList } from './http/address-list.ts';
import type { Settings } from './config.ts';
import { storeAt } from './store/open-store.ts';
import { postgresAddress } from './store/postgres/postgres-address.ts';

/** A risk that valid settings leave open. `detail` is a fixed text, since it is also a line of the log. */
export type SettingRisk = { readonly setting: keyof Settings; readonly detail: string };

const LOOPBACK = addressList('127.0.0.0/8,::1');

/** Logged at each start, and shown by `doctor`. */
export function settingRisks(settings: Settings): readonly SettingRisk[] {
  return [...storeRisk(settings), ...sealRisk(settings), ...proxyRisk(settings)];
}

function storeRisk({ RELAY_STORE, RELAY_STORE_INSECURE }: Settings): readonly SettingRisk[] {
  const at = storeAt(RELAY_STORE);
  if (RELAY_STORE_INSECURE === 'no' || at.kind !== 'postgres') return [];
  const address = postgresAddress(at.url);
  if (!address.ok || address.value.isLocal || address.value.isVerified) return [];
  const detail =
    'the store is on another machine and its certificate is not verified, so that whoever is on the way can read and change everything; ' +
    'sslmode=verify-full in its address ends that';
  return [{ setting: 'RELAY_STORE_INSECURE', detail }];
}

/** A store in memory has nothing at rest. */
function sealRisk({ RELAY_STORE, RELAY_SEAL_KEYS }: Settings): readonly SettingRisk[] {
  if (RELAY_SEAL_KEYS.length > 0 || RELAY_STORE === 'sqlite::memory:') return [];
  const detail =
    'people’s results lie open in the store: whoever can read it, or a backup of it, reads them; a key ends that, also for what is there already';
  return [{ setting: 'RELAY_SEAL_KEYS', detail }];
}

function proxyRisk({ RELAY_HOST, RELAY_PROXY_ADDRESSES }: Settings): readonly SettingRisk[] {
  if (RELAY_PROXY_ADDRESSES !== null || RELAY_HOST === 'localhost' || LOOPBACK?.has(RELAY_HOST) === true) return [];
  const detail =
    'the relay listens beyond this machine and knows no proxy: x-forwarded-for is believed from nobody, so that all who come through ' +
    'a proxy share one limit; name its addresses';
  return [{ setting: 'RELAY_PROXY_ADDRESSES', detail }];
}
