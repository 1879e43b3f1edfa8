/**
 * Refusals that nobody has to deal with any more, found by `asks = 3`. Of those that are there, the ones in whose place the
 * person handed over another file that was accepted: what was changed where it lay may be another scan of the same name.
 */
export const SETTLED = `
UPDATE items SET asks = 3, state = json_set(state, '$.settled', json_object('at', (SELECT max(s.state_since) FROM items s
  WHERE s.replaces = items.id AND s.kind = 'accepted'), 'by', 'correction'))
WHERE kind = 'refused' AND EXISTS (SELECT 1 FROM items s WHERE s.replaces = items.id AND s.kind = 'accepted' AND s.found_at >= items.state_since
  AND NOT EXISTS (SELECT 1 FROM files a JOIN files b ON b.folder_id = a.folder_id AND b.relative_path = a.relative_path
    WHERE a.item_id = items.id AND b.item_id = s.id));
`;
