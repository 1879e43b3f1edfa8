import { z } from 'zod';

/**
 * What a folder is to its user or to the system. `drive-root`: a whole drive or disk · `system`: a folder of the operating system or of its
 * programs, or one that holds everybody's files · `ordinary`: none of these.
 */
export const PLACE_KINDS = [
  'ordinary',
  'home',
  'drive-root',
  'system',
  'temporary',
  'desktop',
  'downloads',
  'pictures',
  'documents',
] as const;
export const placeKindSchema = z.enum(PLACE_KINDS);
export type PlaceKind = z.infer<typeof placeKindSchema>;
