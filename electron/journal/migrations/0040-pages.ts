/**
 * What the pages of documents draw (C51), in sets (`made_as`): those of the file, those of the version that was made of it, and those that it was joined from. `pages`:
 * how many pages a set has. `is_whole`: all of them are known. `is_first`: the first known page of its set. `sent_before`: the sent document that one is like although
 * it was sent, as JSON; what a folder does with such documents, as JSON, or null to ask.
 */
export const PAGES = `
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
ALTER TABLE items ADD COLUMN sent_before TEXT;
ALTER TABLE folders ADD COLUMN sent_before TEXT;
CREATE INDEX items_sent_before ON items (found_in) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'sent-before';
`;
