/**
 * Change time and inode of each file that is known. Both are null in what was there before: not known yet. A row that was written before
 * the file last changed is filled in by the next sweep; any other one has its file looked at again (docs/decisions/0028).
 */
export const CHANGED_AT = `
ALTER TABLE files ADD COLUMN changed_at REAL;
ALTER TABLE files ADD COLUMN inode INTEGER;
`;
