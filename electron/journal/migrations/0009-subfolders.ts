/** Whether a folder is watched with all below it. */
export const SUBFOLDERS = `
ALTER TABLE folders ADD COLUMN subfolders INTEGER NOT NULL DEFAULT 1;
`;
