import { unreachable } from '#shared/lib/unreachable.ts';
import { postgresStore, type PostgresStoreDeps } from './postgres/postgres-store.ts';
import type { Seal } from './seal.ts';
import { sqliteStore } from './sqlite/sqlite-store.ts';
import type { Store } from './store.ts';

/** The valid forms of `RELAY_STORE`. */
export const STORE_PATTERN = /^(sqlite:.+|postgres(ql)?:\/\/.+)$/;

export type StoreAt = { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'postgres'; readonly url: string };

export function storeAt(spec: string): StoreAt {
  const sqlite = /^sqlite:(.+)$/.exec(spec)?.[1];
  return sqlite === undefined ? { kind: 'postgres', url: spec } : { kind: 'sqlite', file: sqlite };
}

export async function openStore(at: StoreAt, by: PostgresStoreDeps & { readonly seal: Seal }): Promise<Store> {
  switch (at.kind) {
    case 'sqlite':
      return sqliteStore(at.file, by.random, by.seal);
    case 'postgres':
      return postgresStore(at.url, by);
    default:
      return unreachable(at);
  }
}
