import type { KeyOwner, KeyStore } from '#electron/results/store.ts';
import { HOUR_MS, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { afterReading, type KeptKey, nameOf } from '#shared/service-client/key-ring.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { rsaJwkSchema } from '#shared/relay-protocol/messages.ts';
import type { JournalContext, Row } from '../sqlite/journal-context.ts';

/** The first and the last day of a key are stored. Keys are read more often, and not every reading is worth a write. */
const SEEN_AGAIN_MS = 6 * HOUR_MS;

/** The service's public keys: an event that was signed before a rotation may be read after it. */
export function keyRows(base: JournalContext): KeyStore {
  const statements = prepared(base.database);
  const keys = ({ jwksUrl, relayUrl }: KeyOwner): readonly KeptKey[] => statements.select.all(relayUrl, jwksUrl).map(keyOf);
  return {
    keys,
    noteReading: (of, published, at) => {
      const before = keys(of);
      const now = afterReading(before, published, at);
      const known = new Map(before.map((key) => [nameOf(key), key]));
      const changed = now.filter((key) => isNews(known.get(nameOf(key)), key));
      const kept = new Set(now.map(nameOf));
      const dropped = before.filter((key) => !kept.has(nameOf(key)));
      if (changed.length + dropped.length === 0) return now;
      base.transact(() => {
        for (const { kid, thumbprint, jwk, ...seen } of changed) {
          const times = [seen.firstSeenAt, seen.lastSeenAt, seen.missingSince, seen.departedAt] as const;
          statements.upsert.run(of.jwksUrl, thumbprint, kid, JSON.stringify(jwk), ...times);
        }
        for (const { kid, thumbprint } of dropped) statements.drop.run(of.jwksUrl, thumbprint, kid);
      });
      return now;
    },
    distrusted: (relayUrl) => statements.distrusted.all(relayUrl).map((row) => String(row['thumbprint'])),
    distrust: (relayUrl, thumbprints, at) => {
      const fresh = thumbprints.filter((thumbprint) => statements.isDistrusted.get(relayUrl, thumbprint) === undefined);
      if (fresh.length === 0) return;
      base.transact(() => {
        for (const thumbprint of fresh) statements.distrust.run(relayUrl, thumbprint, at);
      });
    },
  };
}

function prepared(database: JournalContext['database']) {
  return {
    select: database.prepare(`SELECT k.*, d.at AS distrusted_at FROM seen_keys k
      LEFT JOIN distrusted_keys d ON d.thumbprint = k.thumbprint AND d.relay_url = ?
      WHERE jwks_url = ? ORDER BY last_seen_at DESC`),
    upsert: database.prepare(`INSERT INTO seen_keys
      (jwks_url, thumbprint, kid, jwk, first_seen_at, last_seen_at, missing_since, departed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET last_seen_at = excluded.last_seen_at, missing_since = excluded.missing_since,
        departed_at = excluded.departed_at`),
    drop: database.prepare('DELETE FROM seen_keys WHERE jwks_url = ? AND thumbprint = ? AND kid = ?'),
    isDistrusted: database.prepare('SELECT at FROM distrusted_keys WHERE relay_url = ? AND thumbprint = ?'),
    distrusted: database.prepare('SELECT thumbprint FROM distrusted_keys WHERE relay_url = ?'),
    distrust: database.prepare('INSERT INTO distrusted_keys (relay_url, thumbprint, at) VALUES (?, ?, ?)'),
  };
}

function isNews(before: KeptKey | undefined, now: KeptKey): boolean {
  if (before === undefined || now.lastSeenAt - before.lastSeenAt >= SEEN_AGAIN_MS) return true;
  return before.missingSince !== now.missingSince || before.departedAt !== now.departedAt;
}

function keyOf(row: Row): KeptKey {
  return {
    kid: String(row['kid']),
    thumbprint: String(row['thumbprint']),
    jwk: rsaJwkSchema.parse(jsonOf(String(row['jwk']))),
    firstSeenAt: wallMs(Number(row['first_seen_at'])),
    lastSeenAt: wallMs(Number(row['last_seen_at'])),
    missingSince: moment(row['missing_since']),
    departedAt: moment(row['departed_at']),
    distrustedAt: moment(row['distrusted_at']),
  };
}

function moment(at: unknown): WallMs | null {
  return typeof at === 'number' ? wallMs(at) : null;
}
