/**
 * The service's keys by thumbprint: a key that replaced another of the same name is stored beside it. Existing keys are kept, except
 * entries that are not keys (`thumbprint_of` returns null). Also, for an event without effect, why it has none.
 */
export const SERVICE_KEYS = `
CREATE TABLE seen_keys (
  jwks_url TEXT NOT NULL,
  thumbprint TEXT NOT NULL,
  kid TEXT NOT NULL,
  jwk TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  missing_since INTEGER,
  departed_at INTEGER,
  PRIMARY KEY (jwks_url, thumbprint, kid)
) STRICT;
INSERT OR IGNORE INTO seen_keys (jwks_url, thumbprint, kid, jwk, first_seen_at, last_seen_at)
  SELECT jwks_url, thumbprint_of(jwk), kid, jwk, read_at, read_at FROM service_keys WHERE thumbprint_of(jwk) IS NOT NULL;
DROP TABLE service_keys;

-- What whoever runs this relay said of them; a key that is in it may never have been seen here.
CREATE TABLE distrusted_keys (
  relay_url TEXT NOT NULL,
  thumbprint TEXT NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (relay_url, thumbprint)
) STRICT;

-- Of those with verified = 0: 'unknown-key' or 'forged'; null of those from before, until they are judged again.
ALTER TABLE events ADD COLUMN doubt TEXT;
CREATE INDEX events_doubted ON events (n) WHERE verified = 0;
`;
