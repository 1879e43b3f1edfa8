/**
 * What happens to files after their result, per folder; `after_since` is when that was last changed, because a change applies only to later
 * results and files. Per file: the sending that it was tidied for, where it was about to be moved, and why it stays.
 */
export const AFTER_RESULT = `
ALTER TABLE folders ADD COLUMN after_result TEXT NOT NULL DEFAULT 'leave';
ALTER TABLE folders ADD COLUMN result_folders TEXT;
ALTER TABLE folders ADD COLUMN refusal_note INTEGER NOT NULL DEFAULT 0;
ALTER TABLE folders ADD COLUMN after_since INTEGER NOT NULL DEFAULT 0;
ALTER TABLE files ADD COLUMN tidied_for INTEGER;
ALTER TABLE files ADD COLUMN moving_to TEXT;
ALTER TABLE files ADD COLUMN stays TEXT;
`;
