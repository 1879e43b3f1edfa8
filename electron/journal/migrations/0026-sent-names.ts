/**
 * The names that a company's documents are sent under, each once; `last` is the highest number that was appended to it for another
 * document. Existing documents keep their names, even if they are equal. The program that opens the journal provides `sent_name_key`.
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
