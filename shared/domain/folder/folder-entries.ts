import { z } from 'zod';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * What a folder that takes entries knows about such files. The mapping itself is asked for where it is needed. `sha256`: of its canonical text, lower-case
 * hexadecimal (C48). `byItself`: files that are read by this mapping (null: that need none) are sent without a question, unless they repeat lines.
 */
export const folderEntriesSchema = z.object({
  mapping: z.object({ version: z.number().int().positive(), sha256: z.string(), madeAt: wallMsSchema }).nullable(),
  byItself: z.object({ mappingSha256: z.string().nullable() }).nullable(),
});
export type FolderEntries = Readonly<z.infer<typeof folderEntriesSchema>>;

export const NO_FOLDER_ENTRIES: FolderEntries = { mapping: null, byItself: null };

/**
 * Whether a folder of scans takes a file of entries that has the name of a scan as the entries of that scan (C43). `if-there`: where there is one.
 * `expected`: every scan has one, and neither leaves alone.
 */
export const PAIRS = ['no', 'if-there', 'expected'] as const;
export const pairsSchema = z.enum(PAIRS);
export type Pairs = z.infer<typeof pairsSchema>;

/** Whether files of entries are read in it, by its mapping where they need one: a folder of entries, or of scans that may have entries beside them. */
export function takesEntries({ importType, pairs }: { readonly importType: string; readonly pairs: Pairs }): boolean {
  return importType === 'entries' || pairs !== 'no';
}
