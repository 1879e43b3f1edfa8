import { z } from 'zod';
import type { Base } from './base.ts';

export type KeyRows = {
  /** The public keys that were ever read from this address, as they were published. */
  keys(jwksUrl: string): readonly unknown[];
  /** Keeps those of a key set that are not kept yet, or were changed under the same name. */
  keep(jwksUrl: string, set: unknown): void;
};

/** Decades of monthly rotation; who publishes more makes room by the oldest. */
const KEYS_MAX = 1_000;
/** An RSA key of 8,192 bits takes 1,500 characters. */
const KEY_CHARACTERS_MAX = 8_192;

const setSchema = z.object({ keys: z.array(z.unknown()).max(KEYS_MAX) });
const keySchema = z.looseObject({ kid: z.string().min(1).max(256) });

/** The service's public keys: an event that was signed before a rotation may be read after it. */
export function keyRows(base: Base): KeyRows {
  const { database } = base;
  const select = database.prepare('SELECT jwk FROM service_keys WHERE jwks_url = ? ORDER BY read_at DESC LIMIT ?');
  const known = database.prepare('SELECT jwk FROM service_keys WHERE jwks_url = ? AND kid = ?');
  const upsert = database.prepare(`INSERT INTO service_keys (jwks_url, kid, jwk, read_at) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET jwk = excluded.jwk, read_at = excluded.read_at`);
  return {
    keys: (jwksUrl) => select.all(jwksUrl, KEYS_MAX).map((row) => JSON.parse(String(row['jwk'])) as unknown),
    keep: (jwksUrl, set) => {
      const parsed = setSchema.safeParse(set);
      const candidates = parsed.success ? parsed.data.keys : [];
      const fresh = candidates.flatMap((one) => {
        const key = keySchema.safeParse(one);
        const jwk = key.success ? JSON.stringify(key.data) : '';
        const isNew = key.success && jwk.length <= KEY_CHARACTERS_MAX && known.get(jwksUrl, key.data.kid)?.['jwk'] !== jwk;
        return isNew ? [{ kid: key.data.kid, jwk }] : [];
      });
      // A set that was read before, as every day, costs no write.
      if (fresh.length === 0) return;
      base.transact(() => {
        for (const { kid, jwk } of fresh) upsert.run(jwksUrl, kid, jwk, base.clock.wallMs());
      });
    },
  };
}
