/** The item that a content replaced; looked up in both directions. */
export const REPLACED = `
ALTER TABLE items ADD COLUMN replaces TEXT;
CREATE INDEX items_replaces ON items (replaces) WHERE replaces IS NOT NULL;
`;
