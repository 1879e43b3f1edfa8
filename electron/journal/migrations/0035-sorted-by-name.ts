/**
 * What the list is sorted by in the order of names; its index contains all that the list is filtered by, as `items_list` does. The program
 * that opens the journal provides `name_key`.
 */
export const SORTED_BY_NAME = `
ALTER TABLE items ADD COLUMN name_key TEXT NOT NULL DEFAULT '';
UPDATE items SET name_key = name_key(name);
CREATE INDEX items_name ON items (name_key, n, kind, asks, company_id, import_type, found_at, folded);
`;
