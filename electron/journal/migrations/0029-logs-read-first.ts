/**
 * Integrations that their company had before, whose log at the relay tells what was sent under them, and which were not read to their end
 * since the journal was made anew: until then nothing of the company is sent.
 */
export const LOGS_READ_FIRST = `
ALTER TABLE integrations ADD COLUMN read_first INTEGER NOT NULL DEFAULT 0;
`;
