/**
 * Change time and inode of each known file. Both are null in existing rows: not known yet. The next sweep fills them in if the file has not
 * changed since its row was written; otherwise the file is read again (docs/decisions/0028).
 */
export const CHANGED_AT = `
ALTER TABLE files ADD COLUMN changed_at REAL;
ALTER TABLE files ADD COLUMN inode INTEGER;
`;
