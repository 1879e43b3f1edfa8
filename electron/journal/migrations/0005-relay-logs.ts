/** What is known of the relay's logs and of the service's keys: a key that was seen once may be needed after it is no longer published. */
export const RELAY_LOGS = `
-- Events that the service did not sign, also those that are no longer kept.
ALTER TABLE cursors ADD COLUMN forged INTEGER NOT NULL DEFAULT 0;
-- Of a log that began anew: how far it had reached, until it is read to its end again and compared.
ALTER TABLE cursors ADD COLUMN reached INTEGER;
CREATE INDEX events_unmatched ON events (n) WHERE item_id IS NULL AND document_id IS NOT NULL;

CREATE TABLE service_keys (
  jwks_url TEXT NOT NULL,
  kid TEXT NOT NULL,
  jwk TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (jwks_url, kid)
) STRICT;
`;
