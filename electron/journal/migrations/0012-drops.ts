/** Each time that a known content was found once more, at a place where it did not lie at that moment. */
export const DROPS = `
CREATE TABLE drops (
  n INTEGER PRIMARY KEY,
  item_id TEXT NOT NULL REFERENCES items (id),
  folder_id TEXT NOT NULL REFERENCES folders (id),
  relative_path TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX drops_item ON drops (item_id, n);
`;
