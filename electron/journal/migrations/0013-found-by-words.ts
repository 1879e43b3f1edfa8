/**
 * What the list is searched and filtered by, all in one index in the list's own order, so that wide rows are read only for what is shown.
 * The program that opens the journal provides `fold_text`.
 */
export const FOUND_BY_WORDS = `
ALTER TABLE items ADD COLUMN folded TEXT NOT NULL DEFAULT '';
UPDATE items SET folded = fold_text(name);
CREATE INDEX items_list ON items (n, kind, asks, company_id, import_type, found_at, folded);
`;
