/** Documents, their files and pages, and what was sent of them. An index with a condition repeats that of its query word for word. */
export const ITEM_TABLES = `
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
  -- When its file was last written, and the folder in which that was found last.
  written_at REAL NOT NULL DEFAULT 0,
  found_in TEXT,
  -- When its first byte left.
  left_at INTEGER,
  received_at INTEGER,
  state_since INTEGER NOT NULL,
  state TEXT NOT NULL,
  kind TEXT NOT NULL,
  due_at INTEGER,
  document_id TEXT,
  -- Of one without an answer: 1 if it needs a user, 2 once the user has asked. Of a refusal: 3 once it needs no more action.
  asks INTEGER NOT NULL DEFAULT 0,
  -- The item that its content replaced.
  replaces TEXT,
  -- The name, with the own number as the list is searched, and as it is sorted.
  folded TEXT NOT NULL DEFAULT '',
  name_key TEXT NOT NULL DEFAULT '',
  -- The user's note to the accountant, and that of the folder, once it has left with the document.
  comment TEXT,
  folder_note TEXT,
  -- The user's own number of it, and who gave it that.
  own_number TEXT,
  own_number_from TEXT,
  -- The address of the user who gave it, and the one that its current sending names, empty for none.
  given_by TEXT,
  sent_by TEXT,
  -- When a user answered the question about its note.
  note_answered_at INTEGER,
  -- As JSON: what became of the note file beside it.
  note_file TEXT,
  -- When a user had it sent despite a problem with its content.
  all_the_same_at INTEGER,
  -- As JSON: what is sent in place of the file; the documents it was joined from, in their order; the sent one that it is like.
  conversion TEXT,
  parts TEXT,
  sent_before TEXT,
  -- As JSON: of a file of entries, what its lines come to, and when a user agreed to send them.
  entries TEXT,
  -- As JSON: what it has to do with a scan and the entries beside it.
  pair TEXT,
  -- The kind of file that a version is to be made from first, and when that is due: it has no due_at until then.
  to_convert TEXT,
  convert_at INTEGER
) STRICT;
CREATE UNIQUE INDEX items_content ON items (company_id, import_type, sha256) WHERE sha256 IS NOT NULL;
CREATE UNIQUE INDEX items_unread ON items (unread) WHERE unread IS NOT NULL;
CREATE INDEX items_document ON items (document_id) WHERE document_id IS NOT NULL;
CREATE INDEX items_replaces ON items (replaces) WHERE replaces IS NOT NULL;
CREATE INDEX items_due ON items (company_id, due_at) WHERE kind = 'waiting';
CREATE INDEX items_to_convert ON items (company_id, convert_at) WHERE convert_at IS NOT NULL;
CREATE INDEX items_converted ON items (company_id) WHERE kind = 'waiting' AND conversion IS NOT NULL;
CREATE INDEX items_failing ON items (json_extract(state, '$.failingSince')) WHERE json_extract(state, '$.failingSince') IS NOT NULL;
CREATE INDEX items_received ON items (received_at) WHERE received_at IS NOT NULL;
-- What the list is filtered and sorted by, so that wide rows are read only for what is shown.
CREATE INDEX items_list ON items (n, kind, asks, company_id, import_type, found_at, folded);
CREATE INDEX items_name ON items (name_key, n, kind, asks, company_id, import_type, found_at, folded);
CREATE INDEX items_kind ON items (kind, n);
CREATE INDEX items_company ON items (company_id, n);
CREATE INDEX items_months ON items (company_id, kind, found_at, asks);
CREATE INDEX items_asks ON items (asks, n) WHERE asks > 0;
CREATE INDEX items_awaiting ON items (asks, state_since) WHERE kind = 'awaiting';
-- Questions that have one answer for many documents, and those that have one each.
CREATE INDEX items_bulk_arrival ON items (company_id, import_type, found_in, written_at)
  WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'bulk-arrival';
CREATE INDEX items_new_subfolder ON items (company_id) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'new-subfolder';
CREATE INDEX items_sent_before ON items (found_in) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'sent-before';
CREATE INDEX items_asked ON items (kind) WHERE kind = 'held' AND json_extract(state, '$.question.kind') <> 'bulk-arrival';
CREATE INDEX items_pair ON items (json_extract(pair, '$.itemId')) WHERE pair IS NOT NULL;
CREATE INDEX items_ignored_unreadable ON items (n) WHERE kind = 'aside' AND json_extract(state, '$.unfit.problem.kind') = 'unreadable';

-- Where the bytes of an item are or were. At one path is one content at a time.
CREATE TABLE files (
  folder_id TEXT NOT NULL REFERENCES folders (id),
  relative_path TEXT NOT NULL,
  item_id TEXT NOT NULL REFERENCES items (id),
  bytes INTEGER NOT NULL,
  modified_at REAL NOT NULL,
  -- Not known of a file that another computer has read (ADR-28).
  changed_at REAL,
  inode INTEGER,
  present INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- Of a file of entries: the hash of the folder's mapping when it was read, null for none.
  mapping TEXT,
  -- In a folder that takes entries beside its scans: what both names have in common (pair-rows.ts).
  pair_key TEXT,
  -- The sending that it was tidied for, where it was about to be moved, and why it stays.
  tidied_for INTEGER,
  moving_to TEXT,
  stays TEXT,
  PRIMARY KEY (folder_id, relative_path, item_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX files_item ON files (item_id);
CREATE INDEX files_pair ON files (folder_id, pair_key) WHERE pair_key IS NOT NULL;

-- Each time a known content was found again, at a place where it was not at that moment.
CREATE TABLE drops (
  n INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id),
  folder_id TEXT NOT NULL REFERENCES folders (id),
  relative_path TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX drops_item ON drops (item_id, n);

-- Files beside the watched folders that a user ignores, each by the time it was written.
CREATE TABLE ignored_misplaced (
  parent TEXT NOT NULL,
  name TEXT NOT NULL,
  modified_at REAL NOT NULL,
  PRIMARY KEY (parent, name)
) STRICT;

-- What the pages of documents draw (C51), in sets (made_as): those of the file, of the version that was made of it, and of what it was
-- joined from. pages: how many a set has. is_whole: all of them are known. is_first: the first known page of its set.
CREATE TABLE page_sets (
  n INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id),
  made_as TEXT NOT NULL,
  pages INTEGER NOT NULL,
  is_whole INTEGER NOT NULL,
  UNIQUE (item_id, made_as)
) STRICT;
CREATE TABLE page_fingerprints (
  fingerprint BLOB NOT NULL,
  set_n INTEGER NOT NULL REFERENCES page_sets (n),
  is_first INTEGER NOT NULL,
  PRIMARY KEY (fingerprint, set_n)
) STRICT, WITHOUT ROWID;
CREATE INDEX page_fingerprints_set ON page_fingerprints (set_n);

-- Series of documents that a user does not expect.
CREATE TABLE unexpected (
  series_id TEXT PRIMARY KEY,
  company_id TEXT NOT NULL,
  name TEXT NOT NULL
) STRICT;

-- What a user said of contents that they gave, until found in their folder: the document that each corrects, its note,
-- its own number, the user's address.
CREATE TABLE given_files (
  company_id TEXT NOT NULL REFERENCES companies (id),
  import_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  corrects TEXT REFERENCES items (id),
  note TEXT,
  own_number TEXT,
  given_by TEXT,
  PRIMARY KEY (company_id, import_type, sha256)
) STRICT, WITHOUT ROWID;

-- Every reference that ever left, for good: one never names two contents, and a late result finds its item. The service may hold its
-- bytes without our knowing: under_way while an answer is awaited, doubt once one was lost.
CREATE TABLE intents (
  reference TEXT PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id),
  integration_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  resubmission INTEGER NOT NULL DEFAULT 0,
  under_way INTEGER NOT NULL DEFAULT 0,
  doubt INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX intents_item ON intents (item_id);

-- The tries of each reference, for whoever has to prove what was sent and when: the first and the newest ones (docs/proof). fields: the text fields of
-- the form, as JSON. sha256 and bytes: of what was sent as the file. status, answer: the service's, cut; null while there is none.
CREATE TABLE attempts (
  reference TEXT NOT NULL REFERENCES intents (reference),
  n INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  fields TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  media_type TEXT NOT NULL,
  ended_at INTEGER,
  outcome TEXT,
  status INTEGER,
  answer TEXT,
  PRIMARY KEY (reference, n)
) STRICT, WITHOUT ROWID;

-- References under which any computer may have sent a document: one row for each known content and each integration of its company.
CREATE TABLE reference_stems (
  stem TEXT PRIMARY KEY,
  n INTEGER NOT NULL REFERENCES items (n),
  integration_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What was sent before an item was sent again: one row for each earlier number, with the state it ended in as JSON in result.
CREATE TABLE submissions (
  item_id TEXT NOT NULL REFERENCES items (id),
  resubmission INTEGER NOT NULL,
  integration_id TEXT,
  reference TEXT,
  sent_elsewhere INTEGER NOT NULL,
  received_at INTEGER,
  document_id TEXT NOT NULL,
  result TEXT NOT NULL,
  PRIMARY KEY (item_id, resubmission)
) STRICT, WITHOUT ROWID;
CREATE INDEX submissions_document ON submissions (document_id);

-- What the lines of entries of one sending are compared by with those of others (shared/entries/overlap.ts), never the lines: two numbers each, in
-- the order in which they are sent. at: when they were read, and later when a user agreed to them.
CREATE TABLE line_keys (
  n INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id),
  resubmission INTEGER NOT NULL,
  company_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  keys BLOB NOT NULL,
  UNIQUE (item_id, resubmission)
) STRICT;
CREATE INDEX line_keys_company ON line_keys (company_id, item_id, resubmission, at);
CREATE INDEX line_keys_at ON line_keys (at);

-- The names that a company's documents are sent under, each once; last is the highest number that was appended to it for another document.
CREATE TABLE sent_names (
  company_id TEXT NOT NULL REFERENCES companies (id),
  name TEXT NOT NULL,
  last INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, name)
) STRICT, WITHOUT ROWID;
`;
