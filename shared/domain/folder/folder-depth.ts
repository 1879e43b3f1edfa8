/** Levels of sub-folders that are watched. Nobody files deeper than a year, a month, a supplier, and a junction that loops has to end somewhere. */
export const DEPTH_MAX = 16;
