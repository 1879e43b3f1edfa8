/**
 * Times are milliseconds since 1970, booleans 0 or 1. `state`, `connection` and similar columns are JSON, parsed by their schema on every
 * read; the columns beside them are derived from it, to search by.
 */
export const FIRST = `
CREATE TABLE companies (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  colour TEXT NOT NULL,
  connection TEXT NOT NULL,
  connected_at INTEGER NOT NULL
) STRICT;

-- A company has one current integration and any number of former ones; an integration has one company, for ever.
CREATE TABLE integrations (
  id TEXT PRIMARY KEY,
  company_id TEXT NOT NULL REFERENCES companies (id),
  current INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX integrations_current ON integrations (company_id) WHERE current = 1;

-- How far the relay's log of an integration was read; missing counts what it left out.
CREATE TABLE cursors (
  integration_id TEXT PRIMARY KEY REFERENCES integrations (id),
  epoch TEXT NOT NULL,
  seq INTEGER NOT NULL,
  missing INTEGER NOT NULL
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
  last_swept_at INTEGER
) STRICT;

CREATE TABLE items (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  company_id TEXT NOT NULL REFERENCES companies (id),
  import_type TEXT NOT NULL,
  sha256 TEXT,
  -- Of a file that was never read whole: the place, size and time that it was found by.
  unread TEXT,
  bytes INTEGER NOT NULL,
  media_type TEXT,
  name TEXT NOT NULL,
  sent_name TEXT NOT NULL,
  integration_id TEXT,
  reference TEXT,
  resubmission INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  sent_elsewhere INTEGER NOT NULL,
  found_at INTEGER NOT NULL,
  received_at INTEGER,
  state_since INTEGER NOT NULL,
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  due_at INTEGER,
  document_id TEXT
) STRICT;
CREATE UNIQUE INDEX items_content ON items (company_id, import_type, sha256) WHERE sha256 IS NOT NULL;
CREATE UNIQUE INDEX items_unread ON items (unread) WHERE unread IS NOT NULL;
CREATE INDEX items_due ON items (company_id, due_at) WHERE kind = 'waiting';
CREATE INDEX items_document ON items (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX items_kind ON items (kind, n);
CREATE INDEX items_company ON items (company_id, n);

-- Every reference that ever left, for good: a reference never names two contents, and a late result finds its item.
CREATE TABLE intents (
  reference TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id),
  integration_id TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- Where the bytes of an item lie or lay. At one path lies one content at a time.
CREATE TABLE files (
  folder_id TEXT NOT NULL REFERENCES folders (id),
  relative_path TEXT NOT NULL,
  item_id TEXT NOT NULL REFERENCES items (id),
  bytes INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  present INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (folder_id, relative_path, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX files_item ON files (item_id);

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
  -- Of a verified DocumentStatus that speaks of one of our integrations, or of none: what it is matched by, and its result.
  document_id TEXT,
  reference TEXT,
  result TEXT,
  item_id TEXT
) STRICT;
CREATE UNIQUE INDEX events_id ON events (event_id) WHERE verified = 1;
CREATE UNIQUE INDEX events_place ON events (integration_id, epoch, seq) WHERE verified = 0;
CREATE INDEX events_document ON events (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX events_reference ON events (reference) WHERE reference IS NOT NULL;

CREATE TABLE settings (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  json TEXT NOT NULL
) STRICT;
`;
