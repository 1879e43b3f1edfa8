import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { REVOKING_CODES, type RevokingCode } from '#shared/contract/answers.ts';
import { type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { wallMsSchema } from '#shared/domain/wall-ms-schema.ts';

const code = z.enum(REVOKING_CODES).nullable();

const row = z
  .object({
    id: integrationIdSchema,
    secret_hash: z.string(),
    made_at: wallMsSchema,
    closed_as: code,
    revoked_at: wallMsSchema.nullable(),
    revoked_as: code,
  })
  .transform((columns) => ({
    id: columns.id,
    secretHash: columns.secret_hash,
    madeAt: columns.made_at,
    /** What the accounting tool says about the company; the next import finds out. */
    closedAs: columns.closed_as,
    revokedAt: columns.revoked_at,
    revokedAs: columns.revoked_as,
  }));

const rows = z.array(row);

export type IntegrationRow = Readonly<z.infer<typeof row>>;
export type IntegrationRows = ReturnType<typeof integrationRows>;

export function integrationRows(database: DatabaseSync) {
  const put = database.prepare(
    `INSERT INTO integrations (id, secret_hash, made_at) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET secret_hash = excluded.secret_hash, closed_as = NULL, revoked_at = NULL, revoked_as = NULL`,
  );
  const get = database.prepare('SELECT * FROM integrations WHERE id = ?');
  const all = database.prepare('SELECT * FROM integrations ORDER BY made_at, rowid');
  const close = database.prepare('UPDATE integrations SET closed_as = ? WHERE id = ?');
  const revoke = database.prepare('UPDATE integrations SET revoked_at = ?, revoked_as = ? WHERE id = ? AND revoked_at IS NULL');
  return {
    /** A new integration, or a known one made active again with a new secret. */
    put: (id: IntegrationId, secretHash: string, now: number): void => void put.run(id, secretHash, now),
    get: (id: IntegrationId): IntegrationRow | null => {
      const found = get.get(id);
      return found === undefined ? null : row.parse(found);
    },
    all: (): readonly IntegrationRow[] => rows.parse(all.all()),
    close: (id: IntegrationId, closedAs: RevokingCode): void => void close.run(closedAs, id),
    /** False if it was already revoked. */
    revoke: (id: IntegrationId, as: RevokingCode | null, now: number): boolean => revoke.run(now, as, id).changes === 1,
  };
}

const keyRow = z.object({ kid: z.string(), pem: z.string() });
const keyRows = z.array(keyRow);
const settingRow = z.object({ value: z.string() }).optional();

type KeyRow = Readonly<z.infer<typeof keyRow>>;

export type SecretRows = ReturnType<typeof secretRows>;

/** What the service itself has to remember: its credentials for the partner, its signing keys, and the tokens it issued (as hashes). */
export function secretRows(database: DatabaseSync) {
  const getSetting = database.prepare('SELECT value FROM settings WHERE name = ?');
  const putSetting = database.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  const keepSetting = database.prepare(
    'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  const getKeys = database.prepare('SELECT kid, pem FROM signing_keys ORDER BY made_at DESC, rowid DESC');
  const putKey = database.prepare('INSERT OR IGNORE INTO signing_keys (kid, pem, made_at) VALUES (?, ?, ?)');
  const putToken = database.prepare('INSERT INTO tokens (hash, expires_at) VALUES (?, ?)');
  const dropTokens = database.prepare('DELETE FROM tokens WHERE expires_at <= ?');
  const getToken = database.prepare('SELECT 1 FROM tokens WHERE hash = ? AND expires_at > ?');
  return {
    /** The stored value, or the one of `make()`, which is then stored. */
    setting(name: string, make: () => string): string {
      const kept = settingRow.parse(getSetting.get(name));
      if (kept !== undefined) return kept.value;
      const value = make();
      putSetting.run(name, value);
      return value;
    },
    keepSetting: (name: string, value: string): void => void keepSetting.run(name, value),
    /** Newest first: the newest signs. */
    keys: (): readonly KeyRow[] => keyRows.parse(getKeys.all()),
    keepKey: (key: KeyRow, at: number): void => void putKey.run(key.kid, key.pem, at),
    keepToken(token: { readonly hash: string; readonly expiresAt: number }, now: number): void {
      dropTokens.run(now);
      putToken.run(token.hash, token.expiresAt);
    },
    isLive: (hash: string, now: number): boolean => getToken.get(hash, now) !== undefined,
    dropAllTokens: (): void => void dropTokens.run(Number.MAX_SAFE_INTEGER),
  };
}
