/**
 * Of a folder where files of a flood are still to be taken up: when the newest of them was written. A run that ends before it has read them
 * leaves them to the next one, to which they are too few to look like a flood, whatever a person has said of the others by then.
 */
export const BULK_ARRIVAL_UNDER_WAY = `
ALTER TABLE folders ADD COLUMN flood_until REAL;
`;
