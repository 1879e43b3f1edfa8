/** What was done about a damaged or missing journal; shown until a person has seen it. */
export const RECOVERIES = `
CREATE TABLE recoveries (
  n INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  source TEXT NOT NULL,
  -- Of the backup: what happened later was found again by sweeps, by the service's answers and in the relay's log.
  up_to INTEGER,
  kept_as TEXT,
  seen_at INTEGER
) STRICT;
`;
