import type { DatabaseSync } from 'node:sqlite';
import type { Kysely } from 'kysely';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { transaction } from '#shared/node/sqlite/transaction.ts';
import { conflictSealedFor } from '../conflict-rows.ts';
import type { Seal } from '../seal.ts';
import type { Appended, NewEvent, Store } from '../store.ts';
import type { Tables } from '../tables.ts';

/**
 * One transaction per batch, row by row, since statements need no round trip to a server. They are prepared once;
 * building each query again took longer than all that SQLite does for it.
 */
export function sqliteAppend(tables: Kysely<Tables>, database: DatabaseSync, seal: Seal): Pick<Store, 'append'> {
  const rows = statements(database);
  const appendOne = (event: NewEvent): Appended => {
    // Looked up first: raising the counter for a repetition would leave a gap.
    const known = rows.known.get(event.eventId);
    if (known !== undefined) return known['body_digest'] === event.bodyDigest ? { kind: 'duplicate' } : conflict(event);
    const { integrationId } = event;
    const place = integrationId === null ? null : nextPlace(event, integrationId);
    const { body, key } = seal.seal(event.body, event);
    const of = [event.eventId, integrationId, place?.seq ?? null, event.documentId, event.type, event.receivedAt, event.jwt] as const;
    rows.insert.run(...of, body, event.bodyDigest, key);
    return integrationId === null || place === null ? { kind: 'apart' } : { kind: 'stored', integrationId, ...place };
  };

  const nextPlace = (event: NewEvent, integrationId: IntegrationId): { readonly seq: number; readonly known: boolean } => {
    const counter = rows.count.get(integrationId);
    if (counter === undefined) throw new Error('a counter that was raised is not there');
    const { revokedAt } = event;
    // The newest Revocation counts; an older one that arrives late changes nothing.
    if (revokedAt !== undefined) rows.revoke.run(revokedAt, event.receivedAt, integrationId, revokedAt);
    return { seq: Number(counter['seq']), known: counter['proven_at'] !== null };
  };

  const conflict = (event: NewEvent): Appended => {
    const { body, key } = seal.seal(event.body, conflictSealedFor(event.eventId));
    rows.conflict.run(event.eventId, event.bodyDigest, event.receivedAt, event.jwt, body, key);
    return { kind: 'conflict' };
  };

  return {
    // Runs on the connection that all queries take turns on, so never inside another transaction.
    append: (events) => tables.connection().execute(async () => transaction(database, () => events.map(appendOne))),
  };
}

function statements(database: DatabaseSync) {
  return {
    known: database.prepare('SELECT body_digest FROM events WHERE event_id = ?'),
    count: database.prepare(
      'INSERT INTO integrations (integration_id, seq) VALUES (?, 1) ON CONFLICT (integration_id) DO UPDATE SET seq = seq + 1 RETURNING seq, proven_at',
    ),
    revoke: database.prepare(
      'UPDATE integrations SET revoked_at = ?, revoked_seen_at = ? WHERE integration_id = ? AND (revoked_at IS NULL OR revoked_at < ?)',
    ),
    insert: database.prepare(
      `INSERT INTO events (event_id, integration_id, seq, document_id, type, received_at, jwt, body, body_digest, body_key)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    conflict: database.prepare(
      `INSERT INTO conflicts (event_id, body_digest, received_at, jwt, body, body_key) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (event_id, body_digest) DO NOTHING`,
    ),
  };
}
