/**
 * Answers that the relay alone vouches for are looked for again and again among the events by unknown keys. They stand in the items' states,
 * which an older version would take for proven; so it must not open this journal (docs/decisions/0030).
 */
export const UNPROVEN_ANSWERS = `
CREATE INDEX events_unknown_key ON events (n) WHERE doubt = 'unknown-key';
`;
