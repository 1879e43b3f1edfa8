/** The person's note to the accountant about a document, written before it was sent. */
export const NOTES = `
ALTER TABLE items ADD COLUMN comment TEXT;
`;
