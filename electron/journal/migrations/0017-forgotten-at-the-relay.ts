/** Whether a removed company's events are to be deleted at the relay too, for all of its computers. */
export const FORGOTTEN_AT_THE_RELAY = `
ALTER TABLE leavings ADD COLUMN forget INTEGER NOT NULL DEFAULT 0;
`;
