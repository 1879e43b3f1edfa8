import type { Conversion } from '../conversion/conversion.ts';
import type { Item } from '../item.ts';

/** Names of the formats that a version can have. */
export const FORMATS = { 'application/pdf': 'PDF', 'image/jpeg': 'JPEG', 'image/png': 'PNG' } as const satisfies Record<
  Conversion['mediaType'],
  string
>;

/**
 * What goes to the service in place of the file (C44); null if the file itself does. `unknown`: another computer or an earlier installation sent it, and
 * the file could not be sent as it is, so something else was.
 */
export function sentInPlace({
  conversion,
  sentElsewhere,
  mediaType,
}: Pick<Item, 'conversion' | 'sentElsewhere' | 'mediaType'>): Conversion | 'unknown' | null {
  if (sentElsewhere) return conversion === undefined && mediaType !== null ? null : 'unknown';
  return conversion ?? null;
}
