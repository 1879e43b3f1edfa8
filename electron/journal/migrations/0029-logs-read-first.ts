/**
 * Former integrations whose log at the relay tells what was sent under them, and has not been read to its end since the journal was
 * rebuilt. Until then nothing of the company is sent.
 */
export const LOGS_READ_FIRST = `
ALTER TABLE integrations ADD COLUMN read_first INTEGER NOT NULL DEFAULT 0;
`;
