/** What is sent in place of the file, as JSON; null where that is the file itself. */
export const CONVERSION = `
ALTER TABLE items ADD COLUMN conversion TEXT;
`;
