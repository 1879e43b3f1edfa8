/**
 * Unproven answers are looked up again and again among the events by unknown keys. They are part of the items' states, where an older
 * version would take them for proven; so an older version must not open this journal (docs/decisions/0025).
 */
export const UNPROVEN_ANSWERS = `
CREATE INDEX events_unknown_key ON events (n) WHERE doubt = 'unknown-key';
`;
