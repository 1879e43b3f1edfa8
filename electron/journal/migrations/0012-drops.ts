/** Each time a known content was found again, at a place where it was not present at that moment. */
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
