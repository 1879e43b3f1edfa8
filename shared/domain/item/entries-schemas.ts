import { z } from 'zod';
import { ENTRIES_ERRORS, ENTRIES_WARNINGS, type EntriesRefusalKind } from '../../entries/entry-lines.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** What the lines of a file of entries come to. Totals are integers of cents. */
const totals = {
  lines: z.number().int().positive(),
  debitCents: z.number().int(),
  creditCents: z.number().int(),
  warnings: z.number().int(),
};

/** A fault of a file of entries, where it stands. `value` and `meant` are foreign text. */
export const entriesFaultSchema = z.object({
  kind: z.enum([...ENTRIES_ERRORS, ...ENTRIES_WARNINGS]),
  line: z.number(),
  column: z.number().optional(),
  name: z.string().optional(),
  value: z.string().optional(),
  meant: z.string().optional(),
});

/**
 * What keeps a file from being read by its folder's mapping (`MappingDifference`): what the mapping was made for, or expects, and what stands there.
 * Columns are counted from 1. `name` and `found` may be foreign text.
 */
export const MISFITS = ['separator', 'no-headings', 'missing', 'renamed', 'moved', 'columns', 'dates', 'decimals'] as const;
export const entriesMisfitSchema = z.object({
  kind: z.enum(MISFITS),
  name: z.string().optional(),
  column: z.number().optional(),
  line: z.number().optional(),
  expected: z.union([z.string(), z.number()]).nullable().optional(),
  found: z.union([z.string(), z.number()]).nullable().optional(),
});
export type EntriesMisfit = Readonly<z.infer<typeof entriesMisfitSchema>>;

/** Why no line of a file can be read, or be sent from a folder: `whole-books` is a FEC, since nobody can say yet which of its journals are new. */
export const ENTRIES_REFUSALS = [
  'datev',
  'statement',
  'needs-mapping',
  'not-entries',
  'empty',
  'too-many-lines',
  'damaged',
  'other-sheet',
  'sheet-password',
  'whole-books',
] as const satisfies readonly (EntriesRefusalKind | 'whole-books')[];

/** Which lines of a file are sent: all but those of these journals, and those at these places (runs of first and last, from 0 in the file's order). */
export const entriesChoiceSchema = z.strictObject({
  withoutJournals: z.array(z.string()).max(1_000),
  withoutLines: z.array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()])).max(100_000),
});
export type EntriesChoice = Readonly<z.infer<typeof entriesChoiceSchema>>;

/**
 * `again`: the same file is read differently than when a user agreed to it. `choose`: the whole books of a year, of which a user has to say which
 * journals are new. `repeated`: so many of its lines were sent before; `otherDates`: so many were sent under another day.
 */
export const entriesQuestionSchema = z.object({
  ...totals,
  again: z.literal(true).optional(),
  choose: z.literal(true).optional(),
  repeated: z.number().int().positive().optional(),
  otherDates: z.number().int().positive().optional(),
});

/**
 * What was read in an item's file of entries (C45). `allowedAt`: when a user agreed to send exactly these lines; nothing of them is sent before.
 * `returned`: whether the metadata that came back with its result is what was sent (C48); absent while none came.
 */
export const entriesSchema = z.object({
  ...totals,
  linesSha256: z.string(),
  mappingSha256: z.string().nullable(),
  /** Which lines of the file these are; absent for all. */
  choice: entriesChoiceSchema.optional(),
  allowedAt: wallMsSchema.optional(),
  returned: z.enum(['same', 'different']).optional(),
});

export type Entries = Readonly<z.infer<typeof entriesSchema>>;

/** What the file came to when it was read. */
export type ReadEntries = Omit<Entries, 'allowedAt' | 'returned'>;
