/** Whether a folder is watched with all of its subfolders. */
export const SUBFOLDERS = `
ALTER TABLE folders ADD COLUMN subfolders INTEGER NOT NULL DEFAULT 1;
`;
