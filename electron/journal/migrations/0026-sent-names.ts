/**
 * The names that a company's documents are sent under, each once; `last` is the highest number that was put behind it for another document.
 * Documents that were there before keep their names, be they alike. `sent_name_key` is lent by the program that opens the journal.
 */
export const SENT_NAMES = `
CREATE TABLE sent_names (
  company_id TEXT NOT NULL REFERENCES companies (id),
  name TEXT NOT NULL,
  last INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (company_id, name)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO sent_names (company_id, name) SELECT company_id, sent_name_key(sent_name) FROM items WHERE media_type IS NOT NULL;
`;
