import type { WallMs } from '#shared/lib/duration.ts';
import type { RelayWorld } from '../relay-core.ts';
import type { Store, StoredKey } from '../store/store.ts';

/** The service's keys that are kept, for the operator: one line each, the most recently published first. */
export async function listKeys(store: Pick<Store, 'serviceKeys'>): Promise<readonly string[]> {
  const keys = await store.serviceKeys();
  return keys.length === 0 ? ['No key was read yet.'] : keys.map(line);
}

export type Distrusting = {
  readonly world: Pick<RelayWorld, 'clock' | 'log'>;
  readonly store: Pick<Store, 'distrustKey'>;
  readonly thumbprint: string;
  /** The operator's name, for the audit log. */
  readonly by: string;
};

/** From now on no relay on this store trusts anything that this key signed. False if there is no such key. */
export async function distrustKey({ world, store, thumbprint, by }: Distrusting): Promise<boolean> {
  const done = await store.distrustKey({ thumbprint, at: world.clock.wallMs(), by });
  if (done) world.log.warn('key distrusted', { thumbprint, by });
  return done;
}

function line(key: StoredKey): string {
  const seen = `published ${day(key.firstSeenAt)} to ${day(key.lastSeenAt)}`;
  const used = key.firstUsedAt === null ? 'never used' : `used ${day(key.firstUsedAt)} to ${day(key.lastUsedAt)}`;
  const left = key.departedAt === null ? [] : [`left ${day(key.departedAt)}`];
  const distrusted = key.distrustedAt === null ? [] : [`DISTRUSTED ${day(key.distrustedAt)} by ${key.distrustedBy ?? 'nobody known'}`];
  return [key.thumbprint, `kid ${JSON.stringify(key.kid)}`, seen, used, ...left, ...distrusted].join('  ');
}

/** In UTC, to the second. */
function day(at: WallMs | null): string {
  return at === null ? '?' : `${new Date(at).toISOString().slice(0, 19)}Z`;
}
