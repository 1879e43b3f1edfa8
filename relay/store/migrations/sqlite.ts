/** Schema of the embedded store, one entry a version; what stands here was released and is never changed. */
export const SQLITE_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  -- seq is a counter row and no AUTOINCREMENT: it is raised in the transaction that stores the event, so there are no gaps.
  CREATE TABLE integrations (
    integration_id TEXT PRIMARY KEY,
    seq INTEGER NOT NULL DEFAULT 0,
    -- Null while no device has proved it: its events are kept and nobody can read them.
    proven_at INTEGER
  ) STRICT;

  CREATE TABLE events (
    event_id TEXT PRIMARY KEY,
    -- Both null while the event waits apart.
    integration_id TEXT,
    seq INTEGER,
    document_id TEXT,
    type TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    jwt TEXT NOT NULL,
    body BLOB NOT NULL,
    body_digest TEXT NOT NULL,
    UNIQUE (integration_id, seq)
  ) STRICT;
  CREATE INDEX events_apart ON events (document_id) WHERE integration_id IS NULL;

  CREATE TABLE conflicts (
    event_id TEXT NOT NULL,
    body_digest TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    jwt TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (event_id, body_digest)
  ) STRICT;

  CREATE TABLE devices (
    device_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_digest TEXT NOT NULL UNIQUE,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE links (
    device_id TEXT NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
    integration_id TEXT NOT NULL,
    proven_at INTEGER NOT NULL,
    cursor_seq INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (device_id, integration_id)
  ) STRICT;
  CREATE INDEX links_of_integration ON links (integration_id);
  `,
  `
  ALTER TABLE integrations ADD COLUMN revoked_at INTEGER;
  ALTER TABLE integrations ADD COLUMN revoked_seen_at INTEGER;
  ALTER TABLE integrations ADD COLUMN acknowledged_seq INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE events ADD COLUMN body_key TEXT;
  ALTER TABLE events ADD COLUMN acknowledged_at INTEGER;
  ALTER TABLE events ADD COLUMN retired_at INTEGER;
  ALTER TABLE conflicts ADD COLUMN body_key TEXT;
  -- What retention looks for; a retired event is in neither.
  CREATE INDEX events_by_age ON events (received_at) WHERE retired_at IS NULL;
  CREATE INDEX events_acknowledged ON events (acknowledged_at) WHERE retired_at IS NULL AND acknowledged_at IS NOT NULL;
  `,
  `
  -- Links that another computer of the integration ended.
  CREATE TABLE sent_away (
    device_id TEXT NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
    integration_id TEXT NOT NULL,
    PRIMARY KEY (device_id, integration_id)
  ) STRICT;
  `,
];
