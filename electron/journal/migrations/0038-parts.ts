/** The documents that a document was joined from, as JSON in their order; null for one with a file of its own. */
export const PARTS = `
ALTER TABLE items ADD COLUMN parts TEXT;
`;
