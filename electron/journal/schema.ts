import { ITEM_TABLES } from './items/item-tables.ts';

/** Companies, their integrations and folders. */
const COMPANY_TABLES = `
CREATE TABLE companies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  colour TEXT NOT NULL,
  connection TEXT NOT NULL,
  connected_at INTEGER NOT NULL,
  removed_at INTEGER,
  -- The e-mail address to write to about its documents.
  contact TEXT,
  -- The address that its documents are sent by, in place of the profile's.
  user_email TEXT
) STRICT;

-- A company has one current integration and any number of former ones; an integration has one company, for ever.
CREATE TABLE integrations (
  id TEXT PRIMARY KEY,
  company_id TEXT NOT NULL REFERENCES companies (id),
  current INTEGER NOT NULL,
  -- A former one whose log at the relay tells what was sent under it, and was not read to its end since the journal was rebuilt. Until then
  -- nothing of the company is sent.
  read_first INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX integrations_current ON integrations (company_id) WHERE current = 1;

-- Integrations of removed companies that still have a secret in the vault or a link at the relay, and whether their events are to be deleted
-- there too, for all computers.
CREATE TABLE leavings (
  integration_id TEXT PRIMARY KEY REFERENCES integrations (id),
  secret INTEGER NOT NULL DEFAULT 1,
  relay INTEGER NOT NULL DEFAULT 1,
  forget INTEGER NOT NULL DEFAULT 0
) STRICT;

-- How far the relay's log of an integration was read.
CREATE TABLE cursors (
  integration_id TEXT PRIMARY KEY REFERENCES integrations (id),
  epoch TEXT NOT NULL,
  seq INTEGER NOT NULL,
  -- How many the relay left out, and how many the service did not sign, also those that are no longer kept.
  missing INTEGER NOT NULL,
  forged INTEGER NOT NULL DEFAULT 0,
  -- Of a log that began anew: how far it had reached, until it is read to its end again and compared.
  reached INTEGER,
  -- The event at this place and when the relay received it: a log that was restored from an older copy has another one there, or none (C39).
  event_id TEXT,
  received_at INTEGER
) STRICT;

-- A folder that was taken off the list keeps its row: it says where the files of its items lay.
CREATE TABLE folders (
  id TEXT PRIMARY KEY,
  company_id TEXT NOT NULL REFERENCES companies (id),
  import_type TEXT NOT NULL,
  path TEXT NOT NULL,
  settle_ms INTEGER NOT NULL,
  existing TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  removed_at INTEGER,
  state TEXT NOT NULL,
  volume TEXT,
  inode TEXT,
  last_swept_at INTEGER,
  subfolders INTEGER NOT NULL DEFAULT 1,
  -- What happens to files after their result. A change of that, at after_since, applies only to later results and files.
  after_result TEXT NOT NULL DEFAULT 'leave',
  result_folders TEXT,
  refusal_note INTEGER NOT NULL DEFAULT 0,
  after_since INTEGER NOT NULL DEFAULT 0,
  -- While files of a bulk arrival are not taken up yet: when the newest of them was written. A run that ends before it has read them leaves
  -- them to the next one, for which they are too few to look like a bulk arrival.
  bulk_arrival_until REAL,
  -- What it converts by itself, what it does with documents that are like sent ones, and about their notes, as JSON; null for nothing, and to ask.
  converts TEXT,
  sent_before TEXT,
  notes TEXT,
  -- Of a folder of entries, as JSON: its mapping in use, and whether files that are read by it are sent without a question.
  entries TEXT,
  -- Whether files of entries beside its scans go with them.
  pairs TEXT NOT NULL DEFAULT 'no',
  -- Whether it waits as long as its scanner needs, and what is known of that: files written in place, the longest gap between two pages of
  -- one file, and when it was measured.
  learns INTEGER NOT NULL DEFAULT 0,
  in_place INTEGER NOT NULL DEFAULT 0,
  gap_ms REAL,
  gap_at INTEGER
) STRICT;
`;

/** What the columns of files of entries mean. */
const MAPPING_TABLES = `
-- Every version that a folder ever had, by its hash: what was sent names the one that it was read by.
CREATE TABLE entries_mappings (
  folder_id TEXT NOT NULL REFERENCES folders (id),
  version INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  -- The canonical text that the hash is taken of.
  text TEXT NOT NULL,
  PRIMARY KEY (folder_id, version)
) STRICT;
CREATE INDEX entries_mappings_sha256 ON entries_mappings (sha256);
`;

/** What came of what was sent, settings, and the journal itself. */
const RESULT_TABLES = `
-- As they came. Only a verified one owns its id: else a hostile relay could spend the id of a result to come.
CREATE TABLE events (
  n INTEGER PRIMARY KEY,
  event_id TEXT NOT NULL,
  integration_id TEXT NOT NULL,
  epoch TEXT NOT NULL,
  seq INTEGER NOT NULL,
  received_at INTEGER NOT NULL,
  jwt TEXT NOT NULL,
  body BLOB NOT NULL,
  verified INTEGER NOT NULL,
  -- Of one that is not verified: 'unknown-key' or 'forged'.
  doubt TEXT,
  -- Of a verified DocumentStatus that speaks of one of our integrations, or of none: what it is matched by, and its result, or the word of a
  -- state that this version does not know.
  document_id TEXT,
  reference TEXT,
  result TEXT,
  word TEXT,
  -- As JSON: the metadata that a document of entries was sent with, as the service gives it back.
  metadata TEXT,
  item_id TEXT
) STRICT;
CREATE UNIQUE INDEX events_id ON events (event_id) WHERE verified = 1;
CREATE UNIQUE INDEX events_place ON events (integration_id, epoch, seq) WHERE verified = 0;
CREATE INDEX events_document ON events (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX events_reference ON events (reference) WHERE reference IS NOT NULL;
CREATE INDEX events_unmatched ON events (n) WHERE item_id IS NULL AND document_id IS NOT NULL;
CREATE INDEX events_doubted ON events (n) WHERE verified = 0;
CREATE INDEX events_unknown_key ON events (n) WHERE doubt = 'unknown-key';
-- The oldest results lose their proof.
CREATE INDEX events_bodies ON events (received_at) WHERE item_id IS NOT NULL AND jwt <> '';

-- The service's keys by thumbprint: one that replaced another of the same name is kept beside it, since it may be needed after it is no longer
-- published.
CREATE TABLE seen_keys (
  jwks_url TEXT NOT NULL,
  thumbprint TEXT NOT NULL,
  kid TEXT NOT NULL,
  jwk TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  missing_since INTEGER,
  departed_at INTEGER,
  PRIMARY KEY (jwks_url, thumbprint, kid)
) STRICT;

-- What whoever runs this relay said of them; a key that is in it may never have been seen here.
CREATE TABLE distrusted_keys (
  relay_url TEXT NOT NULL,
  thumbprint TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (relay_url, thumbprint)
) STRICT;

-- Since when the relay cannot be read, kept over restarts; no row while it can.
CREATE TABLE relay_silence (one INTEGER PRIMARY KEY CHECK (one = 1), since INTEGER NOT NULL) STRICT;

CREATE TABLE settings (one INTEGER PRIMARY KEY CHECK (one = 1), json TEXT NOT NULL) STRICT;

-- What was done about a damaged or missing journal; shown until a user has seen it.
CREATE TABLE recoveries (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  source TEXT NOT NULL,
  -- Of the backup: what happened later was found again by sweeps, by the service's answers and in the relay's log.
  up_to INTEGER,
  kept_as TEXT,
  seen_at INTEGER
) STRICT;
`;

/**
 * The journal's schema, one entry for each version: number n (from 1) is applied once, in this order, and is fixed for ever from its release
 * on. `openJournal` copies a journal before it brings it to a newer version, and leaves one of a newer version alone.
 *
 * Times are milliseconds since 1970, booleans 0 or 1. `state`, `connection` and similar columns are JSON, parsed by their schema on every
 * read; the columns beside them are derived from it, to search by.
 */
export const MIGRATIONS: readonly string[] = [`${COMPANY_TABLES}${MAPPING_TABLES}${ITEM_TABLES}${RESULT_TABLES}`];
