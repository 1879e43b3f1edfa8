/** Items that were received and not answered, by age; `asks` is 1 if such an item needs a person, and 2 once the person has asked about it. */
export const NO_ANSWER = `
ALTER TABLE items ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;
CREATE INDEX items_asks ON items (asks, n) WHERE asks > 0;
CREATE INDEX items_awaiting ON items (asks, state_since) WHERE kind = 'awaiting';

-- Of a verified DocumentStatus whose state this version does not know: its word.
ALTER TABLE events ADD COLUMN word TEXT;

-- Since when the relay cannot be read, kept over restarts; no row while it can.
CREATE TABLE relay_silence (one INTEGER PRIMARY KEY CHECK (one = 1), since INTEGER NOT NULL) STRICT;
`;
