/**
 * What a folder converts by itself, as JSON; null for nothing. `to_convert`: the kind of file that a version is to be made from first, and
 * `convert_at` when that is due. Such a document has no `due_at`: nothing is sent of it before.
 */
export const FOLDER_CONVERSIONS = `
ALTER TABLE folders ADD COLUMN converts TEXT;
ALTER TABLE items ADD COLUMN to_convert TEXT;
ALTER TABLE items ADD COLUMN convert_at INTEGER;
CREATE INDEX items_to_convert ON items (company_id, convert_at) WHERE convert_at IS NOT NULL;
CREATE INDEX items_converted ON items (company_id) WHERE kind = 'waiting' AND conversion IS NOT NULL;
`;
