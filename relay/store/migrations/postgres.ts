/** The store's schema on PostgreSQL, one entry per version. Released entries are never changed. */
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
  `
  -- The service's keys by RFC 7638 thumbprint; one that was exchanged under its name has the same kid as the one before.
  CREATE TABLE service_keys (
    thumbprint text NOT NULL,
    kid text NOT NULL,
    jwk text NOT NULL,
    first_seen_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    missing_since bigint,
    departed_at bigint,
    distrusted_at bigint,
    distrusted_by text,
    first_used_at bigint,
    last_used_at bigint,
    PRIMARY KEY (thumbprint, kid)
  );

  -- What operators did by command; rows are never changed and never taken away.
  CREATE TABLE audit_log (
    n bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at bigint NOT NULL,
    act text NOT NULL,
    subject text NOT NULL,
    who text NOT NULL
  );
  `,
  `
  -- What the service signed and nobody could read. Its bytes are what a repetition is known by: an id may be what it lacks.
  CREATE TABLE quarantine (
    body_digest text PRIMARY KEY,
    received_at bigint NOT NULL,
    code text NOT NULL,
    bytes bigint NOT NULL,
    jwt text NOT NULL,
    body bytea NOT NULL,
    body_key text
  );
  CREATE INDEX quarantine_by_age ON quarantine (received_at, body_digest);
  INSERT INTO meta SELECT 'last verified', max(received_at)::text FROM events HAVING max(received_at) IS NOT NULL;
  `,
  `
  -- Whether a device ever proved anything. Of those from before this step nobody knows, so all of them count as if they had.
  ALTER TABLE devices ADD COLUMN ever_proved integer NOT NULL DEFAULT 1;
  CREATE INDEX devices_unproved ON devices (created_at) WHERE ever_proved = 0;
  -- Every integration that a device ever proved: it keeps a way in when strangers have used up the limit.
  CREATE TABLE proofs (
    device_id text NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
    integration_id text NOT NULL,
    PRIMARY KEY (device_id, integration_id)
  );
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
  ALTER TABLE links ADD COLUMN due_at bigint;
  ALTER TABLE links ADD COLUMN lapsed_at bigint;
  -- Links of before are proved again by their own age, every 30 days of it, and not all at once.
  UPDATE links SET due_at = extract(epoch FROM now())::bigint * 1000 + 2592000000
    - (extract(epoch FROM now())::bigint * 1000 - proven_at) % 2592000000;
  -- To the day.
  ALTER TABLE devices ADD COLUMN last_used_at bigint;
  UPDATE devices SET last_used_at = extract(epoch FROM now())::bigint * 1000;
  `,
  `
  -- When all that is kept about it is deleted, because a device asked for that; null where none did.
  ALTER TABLE integrations ADD COLUMN delete_at bigint;
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
    invitation_id text PRIMARY KEY,
    find_digest text NOT NULL UNIQUE,
    integration_id text NOT NULL,
    company text,
    accountant text,
    created_at bigint NOT NULL,
    created_by text NOT NULL,
    expires_at bigint NOT NULL,
    -- Whether a secret was deposited, also after it was erased.
    has_secret integer NOT NULL,
    secret_iv bytea,
    secret bytea,
    number_digest text,
    wrong_numbers integer NOT NULL DEFAULT 0,
    -- The device that claimed it; it may have been taken away since.
    claimed_at bigint,
    claimed_by text,
    claimed_by_name text,
    claim_key text,
    ended_at bigint,
    ended_why text
  );
  CREATE INDEX invitations_open ON invitations (expires_at) WHERE ended_at IS NULL;
  CREATE INDEX invitations_with_secret ON invitations (ended_at) WHERE secret IS NOT NULL;
  CREATE INDEX invitations_ended ON invitations (ended_at) WHERE ended_at IS NOT NULL;
  `,
];
