/**
 * References under which any computer may have sent a document: one row for each known content and each integration of its company. The
 * program that opens the journal provides `reference_stem`.
 */
export const REFERENCE_STEMS = `
CREATE TABLE reference_stems (
  stem TEXT PRIMARY KEY,
  n INTEGER NOT NULL REFERENCES items (n),
  integration_id TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO reference_stems SELECT reference_stem(g.id, i.import_type, i.sha256), i.n, g.id
  FROM items i JOIN integrations g ON g.company_id = i.company_id WHERE i.sha256 IS NOT NULL;
`;
