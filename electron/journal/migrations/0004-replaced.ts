/** The item whose place a content took; looked for from both sides. */
export const REPLACED = `
ALTER TABLE items ADD COLUMN replaces TEXT;
CREATE INDEX items_replaces ON items (replaces) WHERE replaces IS NOT NULL;
`;
