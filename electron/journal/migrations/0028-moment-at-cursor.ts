/**
 * When the relay received the event where the log was read to: one that it forgot and that was sent again can stand at its old place, with new
 * ones before it.
 */
export const MOMENT_AT_CURSOR = `
ALTER TABLE cursors ADD COLUMN received_at INTEGER;
UPDATE cursors SET received_at = (SELECT received_at FROM events e
  WHERE e.event_id = cursors.event_id AND e.integration_id = cursors.integration_id AND e.epoch = cursors.epoch AND e.seq = cursors.seq
  ORDER BY n DESC LIMIT 1);
`;
