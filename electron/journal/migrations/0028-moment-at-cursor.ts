/**
 * When the relay received the event at the cursor: an event that the relay forgot and that was sent again can have its old position, with
 * new events before it.
 */
export const MOMENT_AT_CURSOR = `
ALTER TABLE cursors ADD COLUMN received_at INTEGER;
UPDATE cursors SET received_at = (SELECT received_at FROM events e
  WHERE e.event_id = cursors.event_id AND e.integration_id = cursors.integration_id AND e.epoch = cursors.epoch AND e.seq = cursors.seq
  ORDER BY n DESC LIMIT 1);
`;
