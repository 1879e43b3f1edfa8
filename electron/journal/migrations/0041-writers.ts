/**
 * Folders that wait as long as their scanner needs, and what is known of it: files that it wrote in place, the longest gap in milliseconds between two
 * pages of one file, and when that was measured. Where nobody had chosen another time than the usual one, the folder learns.
 */
export const WRITERS = `
ALTER TABLE folders ADD COLUMN learns INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN in_place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN gap_ms REAL;
ALTER TABLE folders ADD COLUMN gap_at INTEGER;
UPDATE folders SET learns = 1 WHERE settle_ms = 5000;
`;
