/**
 * When the file of a document was last written stands beside the document, so that the question about a hundred thousand held ones
 * need not look each of them up among the files. The index holds what is in that question alone, by the words of `IN_QUESTION`.
 */
export const WRITTEN_AT = `
ALTER TABLE items ADD COLUMN written_at REAL NOT NULL DEFAULT 0;
UPDATE items SET written_at = coalesce((SELECT max(modified_at) FROM files WHERE item_id = items.id), found_at);
CREATE INDEX items_flood ON items (company_id, written_at) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'flood';
`;
