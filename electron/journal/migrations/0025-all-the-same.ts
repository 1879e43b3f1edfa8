/** When a person had a document sent though something is wrong with its content. */
export const ALL_THE_SAME = `
ALTER TABLE items ADD COLUMN all_the_same_at INTEGER;
`;
