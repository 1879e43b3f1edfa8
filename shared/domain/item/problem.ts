import { z } from 'zod';
import { ENTRIES_REFUSALS, entriesFaultSchema, entriesMisfitSchema } from './entries-schemas.ts';
import { ENTRIES_ENDINGS, FOREIGN_KINDS, SCAN_KINDS, TAKEN_KINDS } from './file-kinds.ts';

/**
 * Why a file cannot be sent as it is (an unfit item). Found by us before the upload, or the service's own answer to it; a
 * refusal by the accountant is never one of these.
 */
export const problemSchema = z.discriminatedUnion('kind', [
  /**
   * `bytesMax` is null if the file was refused for its size although it is within the service's stated limit. `detail`: the service's own words,
   * if the service refused it and gave any (C16); foreign text. `found`: what it is by its first bytes; missing if it was not read or is of no known
   * kind.
   */
  z.object({
    kind: z.literal('too-large'),
    bytes: z.number(),
    bytesMax: z.number().nullable(),
    detail: z.string().optional(),
    found: z.enum(TAKEN_KINDS).optional(),
  }),
  z.object({ kind: z.literal('not-taken'), found: z.enum(FOREIGN_KINDS) }),
  /** A file of entries, by its name and content, in a folder for purchases or sales. */
  z.object({ kind: z.literal('entries-among-scans'), found: z.enum(ENTRIES_ENDINGS) }),
  /** The same in a folder that takes such files together with scans, where no scan has its name. */
  z.object({ kind: z.literal('entries-without-scan') }),
  /** The same where the scan, which has this `name`, left before. */
  z.object({ kind: z.literal('entries-late'), name: z.string() }),
  /** In a folder for entries: a scan; or what neither is one nor has a name that such a folder takes. */
  z.object({ kind: z.literal('scan-among-entries'), found: z.enum(SCAN_KINDS) }),
  z.object({ kind: z.literal('not-taken-as-entries'), found: z.enum(FOREIGN_KINDS) }),
  z.object({ kind: z.literal('password') }),
  z.object({ kind: z.literal('damaged'), found: z.enum(TAKEN_KINDS) }),
  z.object({ kind: z.literal('blank') }),
  z.object({ kind: z.literal('link') }),
  /** The file exists, but cannot be read; `code` is the system's own. */
  z.object({ kind: z.literal('unreadable'), code: z.string() }),
  /** It consists of several files (C42), and what was made of them is not there. */
  z.object({ kind: z.literal('in-parts') }),
  /** A file of entries with so many errors; `faults` are the first of them. */
  z.object({ kind: z.literal('entries'), errors: z.number(), faults: z.array(entriesFaultSchema).readonly() }),
  /** A file in an entries folder of which no line can be read. */
  z.object({ kind: z.literal('no-entries'), why: z.enum(ENTRIES_REFUSALS) }),
  /** A file of entries that its folder's mapping was not made for. `differences`: the first of what keeps it from being read. */
  z.object({ kind: z.literal('entries-misfit'), differences: z.array(entriesMisfitSchema).readonly() }),
  /** The service's words: `detail` is foreign text, shown as text. */
  z.object({ kind: z.literal('declined'), errorCode: z.string().nullable(), detail: z.string().nullable() }),
]);

export type Problem = Readonly<z.infer<typeof problemSchema>>;

/** Whether the file is in a folder that is not for files of its kind. */
export function isMisplaced({ kind }: Problem): boolean {
  return MISPLACED.has(kind);
}

const MISPLACED: ReadonlySet<Problem['kind']> = new Set([
  'entries-among-scans',
  'entries-without-scan',
  'entries-late',
  'scan-among-entries',
  'not-taken-as-entries',
]);
