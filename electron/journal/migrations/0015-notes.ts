/** What the person wrote to the accountant about a document, before it was sent. */
export const NOTES = `
ALTER TABLE items ADD COLUMN comment TEXT;
`;
