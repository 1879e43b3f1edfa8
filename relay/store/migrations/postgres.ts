/** Schema of the store on PostgreSQL, one entry a version; what stands here was released and is never changed. */
export const POSTGRES_MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE meta (name text PRIMARY KEY, value text NOT NULL);

  -- seq is a counter row and no sequence: it is raised in the transaction that stores the event, so there are no gaps, and
  -- its lock is held to the commit, so that the order of places is the order of commits.
  CREATE TABLE integrations (
    integration_id text PRIMARY KEY,
    seq bigint NOT NULL DEFAULT 0,
    -- Null while no device has proved it: its events are kept and nobody can read them.
    proven_at bigint,
    revoked_at bigint,
    revoked_seen_at bigint,
    acknowledged_seq bigint NOT NULL DEFAULT 0
  -- Room on each page for the row's next version: the counter is what is written most.
  ) WITH (fillfactor = 50);

  CREATE TABLE events (
    event_id text PRIMARY KEY,
    -- Both null while the event waits apart.
    integration_id text,
    seq bigint,
    document_id text,
    type text NOT NULL,
    received_at bigint NOT NULL,
    jwt text NOT NULL,
    body bytea NOT NULL,
    body_digest text NOT NULL,
    body_key text,
    acknowledged_at bigint,
    retired_at bigint,
    UNIQUE (integration_id, seq)
  );
  CREATE INDEX events_apart ON events (document_id) WHERE integration_id IS NULL;
  CREATE INDEX events_by_age ON events (received_at) WHERE retired_at IS NULL;
  CREATE INDEX events_acknowledged ON events (acknowledged_at) WHERE retired_at IS NULL AND acknowledged_at IS NOT NULL;

  CREATE TABLE conflicts (
    event_id text NOT NULL,
    body_digest text NOT NULL,
    received_at bigint NOT NULL,
    jwt text NOT NULL,
    body bytea NOT NULL,
    body_key text,
    PRIMARY KEY (event_id, body_digest)
  );

  CREATE TABLE devices (
    device_id text PRIMARY KEY,
    name text NOT NULL,
    token_digest text NOT NULL UNIQUE,
    created_at bigint NOT NULL
  );

  CREATE TABLE links (
    device_id text NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
    integration_id text NOT NULL,
    proven_at bigint NOT NULL,
    cursor_seq bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (device_id, integration_id)
  );
  CREATE INDEX links_of_integration ON links (integration_id);
  `,
  `
  -- Links that another computer of the integration ended.
  CREATE TABLE sent_away (
    device_id text NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
    integration_id text NOT NULL,
    PRIMARY KEY (device_id, integration_id)
  );
  `,
];
