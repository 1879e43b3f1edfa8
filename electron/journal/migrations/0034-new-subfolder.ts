/**
 * Held documents may ask about their sub-folder. A yes to one is a yes to all of them, which are found by this index; an older version knows
 * no such question, so it must not open this journal.
 */
export const NEW_SUBFOLDER = `
CREATE INDEX items_new_subfolder ON items (company_id) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'new-subfolder';
`;
