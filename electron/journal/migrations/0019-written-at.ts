/**
 * When the file of a document was last written is stored with the document, so that the question about a hundred thousand held ones need
 * not look up each among the files. The index contains only items in that question; its condition repeats `IN_QUESTION` word for word.
 */
export const WRITTEN_AT = `
ALTER TABLE items ADD COLUMN written_at REAL NOT NULL DEFAULT 0;
UPDATE items SET written_at = coalesce((SELECT max(modified_at) FROM files WHERE item_id = items.id), found_at);
CREATE INDEX items_flood ON items (company_id, written_at) WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'flood';
`;
