/** The embedded store's schema, one entry per version. Released entries are never changed. */
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
  `
  -- The service's keys by RFC 7638 thumbprint; one that was exchanged under its name has the same kid as the one before.
  CREATE TABLE service_keys (
    thumbprint TEXT NOT NULL,
    kid TEXT NOT NULL,
    jwk TEXT NOT NULL,
    first_seen_at INTEGER NOT NULL,
    last_seen_at INTEGER NOT NULL,
    missing_since INTEGER,
    departed_at INTEGER,
    distrusted_at INTEGER,
    distrusted_by TEXT,
    first_used_at INTEGER,
    last_used_at INTEGER,
    PRIMARY KEY (thumbprint, kid)
  ) STRICT;

  -- What operators did by command; rows are never changed and never taken away.
  CREATE TABLE audit_log (
    n INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    act TEXT NOT NULL,
    subject TEXT NOT NULL,
    who TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- What the service signed and nobody could read. Its bytes are what a repetition is known by: an id may be what it lacks.
  CREATE TABLE quarantine (
    body_digest TEXT PRIMARY KEY,
    received_at INTEGER NOT NULL,
    code TEXT NOT NULL,
    bytes INTEGER NOT NULL,
    jwt TEXT NOT NULL,
    body BLOB NOT NULL,
    body_key TEXT
  ) STRICT;
  CREATE INDEX quarantine_by_age ON quarantine (received_at, body_digest);
  INSERT INTO meta SELECT 'last verified', CAST(max(received_at) AS TEXT) FROM events HAVING max(received_at) IS NOT NULL;
  `,
  `
  -- Whether a device ever proved anything. Of those from before this step nobody knows, so all of them count as if they had.
  ALTER TABLE devices ADD COLUMN ever_proved INTEGER NOT NULL DEFAULT 1;
  CREATE INDEX devices_unproved ON devices (created_at) WHERE ever_proved = 0;
  -- Every integration that a device ever proved: it keeps a way in when strangers have used up the limit.
  CREATE TABLE proofs (
    device_id TEXT NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
    integration_id TEXT NOT NULL,
    PRIMARY KEY (device_id, integration_id)
  ) STRICT;
  INSERT INTO proofs (device_id, integration_id)
    SELECT device_id, integration_id FROM links UNION SELECT device_id, integration_id FROM sent_away;
  CREATE INDEX proofs_of_integration ON proofs (integration_id);
  -- Ids that are kept of events whose bodies are gone.
  CREATE INDEX events_retired ON events (received_at) WHERE retired_at IS NOT NULL;
  `,
  `
  -- Of an epoch from before this step nobody knows when it began.
  INSERT INTO meta SELECT 'epoch began', value || ' 0' FROM meta WHERE name = 'epoch';
  `,
  `
  -- Counting what lies in quarantine must not read the bodies.
  CREATE INDEX quarantine_bytes ON quarantine (bytes);
  `,
  `
  -- When the proof behind a link is too old, and when it was found to be: the row stays, since retention waits for its cursor.
  ALTER TABLE links ADD COLUMN due_at INTEGER;
  ALTER TABLE links ADD COLUMN lapsed_at INTEGER;
  -- Links of before are proved again by their own age, every 30 days of it, and not all at once.
  UPDATE links SET due_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000 + 2592000000
    - (CAST(strftime('%s', 'now') AS INTEGER) * 1000 - proven_at) % 2592000000;
  -- To the day.
  ALTER TABLE devices ADD COLUMN last_used_at INTEGER;
  UPDATE devices SET last_used_at = CAST(strftime('%s', 'now') AS INTEGER) * 1000;
  `,
  `
  -- When all that is kept about it is deleted, because a device asked for that; null where none did.
  ALTER TABLE integrations ADD COLUMN delete_at INTEGER;
  CREATE INDEX integrations_due ON integrations (delete_at) WHERE delete_at IS NOT NULL;
  `,
  `
  -- Which keys bodies lie under is asked at every start, and must not read the bodies.
  CREATE INDEX events_by_key ON events (body_key) WHERE retired_at IS NULL;
  CREATE INDEX conflicts_by_key ON conflicts (body_key);
  CREATE INDEX quarantine_by_key ON quarantine (body_key);
  `,
  `
  -- What an operator invited a company with. Nothing in it opens the deposited secret: its key is in the code, of which only a digest is here.
  CREATE TABLE invitations (
    invitation_id TEXT PRIMARY KEY,
    find_digest TEXT NOT NULL UNIQUE,
    integration_id TEXT NOT NULL,
    company TEXT,
    accountant TEXT,
    created_at INTEGER NOT NULL,
    created_by TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    -- Whether a secret was deposited, also after it was erased.
    has_secret INTEGER NOT NULL,
    secret_iv BLOB,
    secret BLOB,
    number_digest TEXT,
    wrong_numbers INTEGER NOT NULL DEFAULT 0,
    -- The device that claimed it; it may have been taken away since.
    claimed_at INTEGER,
    claimed_by TEXT,
    claimed_by_name TEXT,
    claim_key TEXT,
    ended_at INTEGER,
    ended_why TEXT
  ) STRICT;
  CREATE INDEX invitations_open ON invitations (expires_at) WHERE ended_at IS NULL;
  CREATE INDEX invitations_with_secret ON invitations (ended_at) WHERE secret IS NOT NULL;
  CREATE INDEX invitations_ended ON invitations (ended_at) WHERE ended_at IS NOT NULL;
  `,
];
