/** Levels of sub-folders that are watched. A year, a month, a supplier: nobody files deeper, and a junction that leads in circles has to end somewhere. */
export const DEPTH_MAX = 16;
