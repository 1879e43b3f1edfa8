/** The e-mail address to write to about a company's documents; null until somebody says one. */
export const CONTACTS = `
ALTER TABLE companies ADD COLUMN contact TEXT;
`;
