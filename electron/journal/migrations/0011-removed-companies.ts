/** When a company was removed, and which integrations still have a secret in the vault or a link at the relay. */
export const REMOVED_COMPANIES = `
ALTER TABLE companies ADD COLUMN removed_at INTEGER;

CREATE TABLE leavings (
  integration_id TEXT PRIMARY KEY REFERENCES integrations (id),
  secret INTEGER NOT NULL DEFAULT 1,
  relay INTEGER NOT NULL DEFAULT 1
) STRICT;
`;
