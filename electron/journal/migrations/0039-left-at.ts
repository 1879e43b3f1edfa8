/**
 * When the first byte of a document left. Of documents with an intent from before, nobody can prove that none did. The moment is that of the first intent,
 * as far as there is one: another computer's sending has none.
 */
export const LEFT_AT = `
ALTER TABLE items ADD COLUMN left_at INTEGER;
UPDATE items SET left_at = (SELECT min(at) FROM intents WHERE item_id = items.id) WHERE EXISTS (SELECT 1 FROM intents WHERE item_id = items.id);
`;
