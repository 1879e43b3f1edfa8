/**
 * What was sent before an item was sent again: one row for each earlier number, with the state it ended in as JSON in `result`. An intent
 * has its number, and records whether the service may hold its bytes without our knowing: `under_way` while an answer is awaited, `doubt`
 * once one was lost.
 */
export const SENT_AGAIN = `
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

ALTER TABLE intents ADD COLUMN resubmission INTEGER NOT NULL DEFAULT 0;
ALTER TABLE intents ADD COLUMN under_way INTEGER NOT NULL DEFAULT 0;
ALTER TABLE intents ADD COLUMN doubt INTEGER NOT NULL DEFAULT 0;
CREATE INDEX intents_item ON intents (item_id);
-- Of what was begun before answers were kept apart nobody knows which were lost.
UPDATE intents SET doubt = 1 WHERE item_id IN (SELECT id FROM items WHERE kind IN ('waiting', 'uploading', 'held'));
`;
