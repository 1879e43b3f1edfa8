/** Contents that a person gave in place of a document, until they are found in their folder. */
export const CORRECTIONS = `
CREATE TABLE corrections (
  company_id TEXT NOT NULL REFERENCES companies (id),
  import_type TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  corrects TEXT NOT NULL REFERENCES items (id),
  PRIMARY KEY (company_id, import_type, sha256)
) STRICT, WITHOUT ROWID;
`;
