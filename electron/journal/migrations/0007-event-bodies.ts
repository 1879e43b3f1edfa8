/** Events whose bytes are still kept, by age: after half a year a result no longer needs its proof. */
export const EVENT_BODIES = `
CREATE INDEX events_bodies ON events (received_at) WHERE item_id IS NOT NULL AND jwt <> '';
`;
