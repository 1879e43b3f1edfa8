/** The event at the cursor of a log: a log that was restored from an older copy has another event there, or none (C39). */
export const EVENT_AT_CURSOR = `
ALTER TABLE cursors ADD COLUMN event_id TEXT;
UPDATE cursors SET event_id = (SELECT event_id FROM events e
  WHERE e.integration_id = cursors.integration_id AND e.epoch = cursors.epoch AND e.seq = cursors.seq LIMIT 1);
`;
