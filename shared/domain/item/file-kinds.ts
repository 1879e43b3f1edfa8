/** Formats that the service takes. */
export const TAKEN_KINDS = ['pdf', 'jpeg', 'png', 'bmp'] as const;
export type TakenKind = (typeof TAKEN_KINDS)[number];

/** Formats that the service does not take; `unknown` covers all others. */
export const FOREIGN_KINDS = ['tiff', 'heic', 'avif', 'gif', 'webp', 'xml', 'zip', 'office', 'text', 'unknown'] as const;

const PICTURE_KINDS = ['tiff', 'heic', 'avif', 'gif', 'webp'] as const;

/** What counts as a scan, by its content; some of these have to be converted before the service takes them. */
export const SCAN_KINDS = [...TAKEN_KINDS, ...PICTURE_KINDS] as const;

/** Endings of the files that a folder for entries takes, without the dot. */
export const ENTRIES_ENDINGS = ['json', 'csv', 'txt', 'xlsx'] as const;
export type EntriesEnding = (typeof ENTRIES_ENDINGS)[number];

/** Null for a name that no folder for entries takes. */
export function entriesEndingOf(name: string): EntriesEnding | null {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') ? (ENTRIES_ENDINGS.find((one) => one === ending) ?? null) : null;
}
