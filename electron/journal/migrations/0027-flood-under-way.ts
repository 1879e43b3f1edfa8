/**
 * For a folder where files of a bulk arrival are not taken up yet: when the newest of them was written. A run that ends before it has read them
 * leaves them to the next one, for which they are too few to look like a bulk arrival, whatever a person has said about the others by then.
 */
export const BULK_ARRIVAL_UNDER_WAY = `
ALTER TABLE folders ADD COLUMN flood_until REAL;
`;
