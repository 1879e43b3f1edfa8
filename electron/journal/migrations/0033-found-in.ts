/**
 * The folder in which a document's file was found last is stored with the document, so that a hundred thousand documents in question can be told
 * apart by folder without a look at the files of each. Both indexes repeat the condition of their queries word for word: `items_flood` contains
 * what waits for an answer for a whole folder, `items_asked` the few documents that are asked about one by one.
 */
export const FOUND_IN = `
ALTER TABLE items ADD COLUMN found_in TEXT;
UPDATE items SET found_in = (SELECT folder_id FROM files WHERE item_id = items.id ORDER BY present DESC, seen_at DESC, folder_id LIMIT 1);
DROP INDEX items_flood;
CREATE INDEX items_flood ON items (company_id, import_type, found_in, written_at)
  WHERE kind = 'held' AND json_extract(state, '$.question.kind') = 'flood';
CREATE INDEX items_asked ON items (kind) WHERE kind = 'held' AND json_extract(state, '$.question.kind') <> 'flood';
`;
