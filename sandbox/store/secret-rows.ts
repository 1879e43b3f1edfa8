import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';

const keyRow = z.object({ kid: z.string(), pem: z.string() });
const keyRows = z.array(keyRow);
const settingRow = z.object({ value: z.string() }).optional();

export type KeyRow = Readonly<z.infer<typeof keyRow>>;

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
