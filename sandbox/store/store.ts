import type { DatabaseSync } from 'node:sqlite';
import { openDatabase, transaction } from '#shared/node/sqlite/open-database.ts';
import { type DeliveryRows, deliveryRows } from './delivery-rows.ts';
import { type DocumentRows, documentRows } from './document-rows.ts';
import { type FileRows, fileRows, type ReceivedRows, receivedRows } from './file-rows.ts';
import { type IntegrationRows, integrationRows, type SecretRows, secretRows } from './integration-rows.ts';

export type Store = {
  readonly secrets: SecretRows;
  readonly integrations: IntegrationRows;
  readonly documents: DocumentRows;
  readonly files: FileRows;
  readonly received: ReceivedRows;
  readonly deliveries: DeliveryRows;
  transaction<T>(work: () => T): T;
  close(): void;
};

/** Everything that the service remembers: in a file that survives a kill, or in memory (`:memory:`). */
export function openStore(file: string): Store {
  const database: DatabaseSync = openDatabase(file, { migrations: MIGRATIONS });
  // Data are written when a commit returns, so a killed process loses nothing; a sandbox may lose what a power cut takes. With a flush
  // for each import, the sandbox would be as slow as the disk.
  database.exec('PRAGMA synchronous=NORMAL');
  return {
    secrets: secretRows(database),
    integrations: integrationRows(database),
    documents: documentRows(database),
    files: fileRows(database),
    received: receivedRows(database),
    deliveries: deliveryRows(database),
    transaction: (work) => transaction(database, work),
    close: () => database.close(),
  };
}

/** Number n (from 1) brings the database from version n-1 to n. Released entries are never changed. Times are milliseconds since 1970. */
const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE signing_keys (kid TEXT PRIMARY KEY, pem TEXT NOT NULL, made_at INTEGER NOT NULL) STRICT;
  CREATE TABLE tokens (hash TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) STRICT;
  CREATE TABLE integrations (
    id TEXT PRIMARY KEY,
    secret_hash TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    closed_as TEXT,
    revoked_at INTEGER,
    revoked_as TEXT
  ) STRICT;
  CREATE TABLE documents (
    id TEXT PRIMARY KEY,
    integration_id TEXT NOT NULL REFERENCES integrations (id),
    import_type TEXT NOT NULL,
    reference TEXT,
    filename TEXT,
    sha256 TEXT,
    bytes INTEGER,
    user_email TEXT,
    comment TEXT,
    entry_lines INTEGER,
    organization TEXT,
    metadata TEXT,
    received_at INTEGER NOT NULL,
    decide_at INTEGER,
    state TEXT,
    decided_at INTEGER,
    rejection_reason TEXT,
    -- With some switches a document is not bound by its reference: recorded without the check, or refused and released.
    unbound INTEGER NOT NULL DEFAULT 0,
    -- The later automatic decision, by the rules at the time the document was received: after a restart those rules are unknown.
    due_state TEXT,
    due_reason TEXT,
    -- What the decoder found in the file, as JSON; null if it was not asked.
    decoded TEXT
  ) STRICT;
  CREATE UNIQUE INDEX documents_by_reference ON documents (integration_id, import_type, reference) WHERE unbound = 0;
  CREATE INDEX documents_undecided ON documents (decide_at) WHERE state IS NULL AND decide_at IS NOT NULL;
  CREATE TABLE events (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    integration_id TEXT,
    document_id TEXT REFERENCES documents (id),
    made_at INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL REFERENCES events (id),
    state TEXT NOT NULL,
    next_at INTEGER NOT NULL,
    first_attempt_at INTEGER,
    first_failure_at INTEGER,
    failures INTEGER NOT NULL DEFAULT 0,
    jwt TEXT
  ) STRICT;
  CREATE INDEX deliveries_pending ON deliveries (next_at) WHERE state = 'pending';
  CREATE TABLE attempts (
    delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
    at INTEGER NOT NULL,
    status INTEGER,
    code TEXT
  ) STRICT;
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id);
  -- The newest files themselves, for a user to look at. n grows, so it shows which are the oldest.
  CREATE TABLE files (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL UNIQUE REFERENCES documents (id),
    media_type TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    content BLOB NOT NULL
  ) STRICT;
  -- The entries of the newest documents that have any, and their metadata: byte for byte as they were received.
  CREATE TABLE received (
    n INTEGER PRIMARY KEY AUTOINCREMENT,
    document_id TEXT NOT NULL UNIQUE REFERENCES documents (id),
    bytes INTEGER NOT NULL,
    entries BLOB NOT NULL,
    metadata BLOB
  ) STRICT;
  `,
];
