/**
 * The store's schema on both engines, one entry for each version: number n (from 1) is applied once, in this order, and is fixed for ever
 * from its release on. Times are milliseconds since 1970.
 */
export const SQLITE_MIGRATIONS: readonly string[] = [
  tables({ integer: 'INTEGER', count: 'INTEGER', bytes: 'BLOB', autoNumber: 'INTEGER PRIMARY KEY', table: 'STRICT', often: 'STRICT' }),
];

export const POSTGRES_MIGRATIONS: readonly string[] = [
  tables({
    integer: 'bigint',
    count: 'integer',
    bytes: 'bytea',
    autoNumber: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    table: '',
    // Room on each page for the row's next version.
    often: 'WITH (fillfactor = 50)',
  }),
];

/** What the engines write differently. */
type Engine = {
  readonly integer: string;
  readonly count: string;
  readonly bytes: string;
  readonly autoNumber: string;
  /** After the columns of a table, and of one whose rows are written all the time. */
  readonly table: string;
  readonly often: string;
};

function tables(engine: Engine): string {
  return `${eventTables(engine)}${webhookTables(engine)}${deviceTables(engine)}${operatorTables(engine)}`;
}

function eventTables({ integer, bytes, table, often }: Engine): string {
  return `
CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) ${table};

-- seq is a counter row and neither AUTOINCREMENT nor a sequence: it is raised in the transaction that stores the event, so there are no gaps,
-- and its lock is held to the commit, so that the order of places is the order of commits.
CREATE TABLE integrations (
  integration_id TEXT PRIMARY KEY,
  seq ${integer} NOT NULL DEFAULT 0,
  -- Null while no device has proved it: its events are kept and nobody can read them.
  proven_at ${integer},
  revoked_at ${integer},
  revoked_seen_at ${integer},
  acknowledged_seq ${integer} NOT NULL DEFAULT 0,
  -- When all that is kept about it is deleted, because a device asked for that; null where none did.
  delete_at ${integer}
) ${often};
CREATE INDEX integrations_due ON integrations (delete_at) WHERE delete_at IS NOT NULL;

CREATE TABLE events (
  event_id TEXT PRIMARY KEY,
  -- Both null while the event waits apart.
  integration_id TEXT,
  seq ${integer},
  document_id TEXT,
  type TEXT NOT NULL,
  received_at ${integer} NOT NULL,
  jwt TEXT NOT NULL,
  body ${bytes} NOT NULL,
  body_digest TEXT NOT NULL,
  body_key TEXT,
  acknowledged_at ${integer},
  retired_at ${integer},
  UNIQUE (integration_id, seq)
) ${table};
CREATE INDEX events_apart ON events (document_id) WHERE integration_id IS NULL;
-- What retention looks for; a retired event is in neither.
CREATE INDEX events_by_age ON events (received_at) WHERE retired_at IS NULL;
CREATE INDEX events_acknowledged ON events (acknowledged_at) WHERE retired_at IS NULL AND acknowledged_at IS NOT NULL;
-- Ids that are kept of events whose bodies are gone.
CREATE INDEX events_retired ON events (received_at) WHERE retired_at IS NOT NULL;
-- Which keys bodies lie under is asked at every start, and must not read the bodies.
CREATE INDEX events_by_key ON events (body_key) WHERE retired_at IS NULL;

`;
}

/** What came beside the log, and the keys that webhooks are signed with. */
function webhookTables({ integer, bytes, table }: Engine): string {
  return `
CREATE TABLE conflicts (
  event_id TEXT NOT NULL,
  body_digest TEXT NOT NULL,
  received_at ${integer} NOT NULL,
  jwt TEXT NOT NULL,
  body ${bytes} NOT NULL,
  body_key TEXT,
  PRIMARY KEY (event_id, body_digest)
) ${table};
CREATE INDEX conflicts_by_key ON conflicts (body_key);

-- What the service signed and nobody could read. Its bytes are what a repetition is known by: an id may be what it lacks.
CREATE TABLE quarantine (
  body_digest TEXT PRIMARY KEY,
  received_at ${integer} NOT NULL,
  code TEXT NOT NULL,
  bytes ${integer} NOT NULL,
  jwt TEXT NOT NULL,
  body ${bytes} NOT NULL,
  body_key TEXT
) ${table};
CREATE INDEX quarantine_by_age ON quarantine (received_at, body_digest);
-- Counting what lies in quarantine must not read the bodies.
CREATE INDEX quarantine_bytes ON quarantine (bytes);
CREATE INDEX quarantine_by_key ON quarantine (body_key);

-- The service's keys by RFC 7638 thumbprint; one that was exchanged under its name has the same kid as the one before.
CREATE TABLE service_keys (
  thumbprint TEXT NOT NULL,
  kid TEXT NOT NULL,
  jwk TEXT NOT NULL,
  first_seen_at ${integer} NOT NULL,
  last_seen_at ${integer} NOT NULL,
  missing_since ${integer},
  departed_at ${integer},
  distrusted_at ${integer},
  distrusted_by TEXT,
  first_used_at ${integer},
  last_used_at ${integer},
  PRIMARY KEY (thumbprint, kid)
) ${table};
`;
}

function deviceTables({ integer, count, table }: Engine): string {
  return `
CREATE TABLE devices (
  device_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  token_digest TEXT NOT NULL UNIQUE,
  created_at ${integer} NOT NULL,
  -- Whether it ever proved anything, and when it was last used, to the day.
  ever_proved ${count} NOT NULL DEFAULT 0,
  last_used_at ${integer}
) ${table};
CREATE INDEX devices_unproved ON devices (created_at) WHERE ever_proved = 0;

CREATE TABLE links (
  device_id TEXT NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
  integration_id TEXT NOT NULL,
  proven_at ${integer} NOT NULL,
  cursor_seq ${integer} NOT NULL DEFAULT 0,
  -- When the proof behind it is too old, and when it was found to be: the row stays, since retention waits for its cursor.
  due_at ${integer},
  lapsed_at ${integer},
  PRIMARY KEY (device_id, integration_id)
) ${table};
CREATE INDEX links_of_integration ON links (integration_id);

-- Links that another computer of the integration ended.
CREATE TABLE sent_away (
  device_id TEXT NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
  integration_id TEXT NOT NULL,
  PRIMARY KEY (device_id, integration_id)
) ${table};

-- Every integration that a device ever proved: it keeps a way in when strangers have used up the limit.
CREATE TABLE proofs (
  device_id TEXT NOT NULL REFERENCES devices (device_id) ON DELETE CASCADE,
  integration_id TEXT NOT NULL,
  PRIMARY KEY (device_id, integration_id)
) ${table};
CREATE INDEX proofs_of_integration ON proofs (integration_id);
`;
}

function operatorTables({ integer, count, bytes, autoNumber, table }: Engine): string {
  return `
-- What operators did by command; rows are never changed and never taken away.
CREATE TABLE audit_log (
  n ${autoNumber},
  at ${integer} NOT NULL,
  act TEXT NOT NULL,
  subject TEXT NOT NULL,
  who TEXT NOT NULL
) ${table};

-- What an operator invited a company with. Nothing in it opens the deposited secret: its key is in the code, of which only a digest is here.
CREATE TABLE invitations (
  invitation_id TEXT PRIMARY KEY,
  find_digest TEXT NOT NULL UNIQUE,
  integration_id TEXT NOT NULL,
  company TEXT,
  accountant TEXT,
  created_at ${integer} NOT NULL,
  created_by TEXT NOT NULL,
  expires_at ${integer} NOT NULL,
  -- Whether a secret was deposited, also after it was erased.
  has_secret ${count} NOT NULL,
  secret_iv ${bytes},
  secret ${bytes},
  number_digest TEXT,
  wrong_numbers ${count} NOT NULL DEFAULT 0,
  -- The device that claimed it; it may have been taken away since.
  claimed_at ${integer},
  claimed_by TEXT,
  claimed_by_name TEXT,
  claim_key TEXT,
  ended_at ${integer},
  ended_why TEXT
) ${table};
CREATE INDEX invitations_open ON invitations (expires_at) WHERE ended_at IS NULL;
CREATE INDEX invitations_with_secret ON invitations (ended_at) WHERE secret IS NOT NULL;
CREATE INDEX invitations_ended ON invitations (ended_at) WHERE ended_at IS NOT NULL;
`;
}
