/** When a person had a document sent despite a problem with its content. */
export const ALL_THE_SAME = `
ALTER TABLE items ADD COLUMN all_the_same_at INTEGER;
`;
