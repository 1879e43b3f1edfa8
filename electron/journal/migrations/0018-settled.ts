/**
 * Refusals that need no more action, found by `asks = 3`. Of the existing ones: those in whose place the person gave another file that was
 * accepted. A file that changed in place does not count: it may be another scan of the same name.
 */
export const SETTLED = `
UPDATE items SET asks = 3, state = json_set(state, '$.settled', json_object('at', (SELECT max(s.state_since) FROM items s
  WHERE s.replaces = items.id AND s.kind = 'accepted'), 'by', 'correction'))
WHERE kind = 'refused' AND EXISTS (SELECT 1 FROM items s WHERE s.replaces = items.id AND s.kind = 'accepted' AND s.found_at >= items.state_since
  AND NOT EXISTS (SELECT 1 FROM files a JOIN files b ON b.folder_id = a.folder_id AND b.relative_path = a.relative_path
    WHERE a.item_id = items.id AND b.item_id = s.id));
`;
