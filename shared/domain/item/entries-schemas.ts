import { z } from 'zod';
import { ENTRIES_ERRORS, ENTRIES_WARNINGS, type EntriesRefusalKind } from '../../entries/entry-lines.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** What the lines of a file of entries come to. Totals are integers of cents. */
const sums = {
  /** 0 only before a user has chosen: all that a file has may be what the accountant has already. */
  lines: z.number().int().nonnegative(),
  debitCents: z.number().int(),
  creditCents: z.number().int(),
};
const totals = { ...sums, warnings: z.number().int() };

/** A fault of a file of entries, where it stands. `value` and `meant` are foreign text. */
export const entriesFaultSchema = z.object({
  kind: z.enum([...ENTRIES_ERRORS, ...ENTRIES_WARNINGS]),
  line: z.number(),
  column: z.number().optional(),
  name: z.string().optional(),
  value: z.string().optional(),
  meant: z.string().optional(),
  item: z.number().optional(),
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

export type KeptFault = Readonly<z.infer<typeof entriesFaultSchema>>;

/** Why no line of a file can be read. */
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
] as const satisfies readonly EntriesRefusalKind[];

/** Which lines of a file are sent: all but those of these journals, and those at these places (runs of first and last, from 0 in the file's order). */
export const entriesChoiceSchema = z.strictObject({
  withoutJournals: z.array(z.string()).max(1_000).readonly(),
  withoutLines: z
    .array(z.tuple([z.number().int().nonnegative(), z.number().int().nonnegative()]).readonly())
    .max(100_000)
    .readonly(),
});
export type EntriesChoice = Readonly<z.infer<typeof entriesChoiceSchema>>;

/**
 * `again`: the same file is read differently than when a user agreed to it. `choose`: the whole books of a year, of which a user has to say which
 * journals are new. `repeated`: so many of its lines were sent before; `otherDates`: so many were sent under another day. `imports`: above the service's
 * limit for one import, so many are made of it; 0 if it cannot be cut.
 */
export const entriesQuestionSchema = z.object({
  ...totals,
  again: z.literal(true).optional(),
  choose: z.literal(true).optional(),
  repeated: z.number().int().positive().optional(),
  otherDates: z.number().int().positive().optional(),
  imports: z.number().int().nonnegative().optional(),
});

/**
 * What was read in an item's file of entries (C45). `allowedAt`: when a user agreed to send exactly these lines; nothing of them is sent before.
 * `returned`: whether the metadata that came back with its result is what was sent (C48); absent while none came.
 */
export const entriesSchema = z.object({
  ...totals,
  linesSha256: z.string(),
  mappingSha256: z.string().nullable(),
  /** Which lines of the file these are; absent for all. Of the whole books of a year always there. */
  choice: entriesChoiceSchema.optional(),
  /** They are of the whole books of a year: a user has to say which of its journals are new, so they are never sent without a question. */
  choose: z.literal(true).optional(),
  /** Something in the file puts its sums in doubt (`isInDoubt`): it is never sent without a question. */
  inDoubt: z.literal(true).optional(),
  /** Above the service's limit for one import: what each of its parts comes to, in the order in which they are sent. Empty if it cannot be cut. */
  parts: z
    .array(z.object({ ...sums, linesSha256: z.string() }))
    .readonly()
    .optional(),
  /** Which of these parts the totals and the hash are of, from 1; each is sent under a number of its own. Absent until a user has agreed. */
  part: z.object({ n: z.number().int().positive(), of: z.number().int().positive() }).optional(),
  /** So many of them were sent before, and a user agreed to that, too. */
  repeated: z.number().int().positive().optional(),
  allowedAt: wallMsSchema.optional(),
  returned: z.enum(['same', 'different']).optional(),
});

export type Entries = Readonly<z.infer<typeof entriesSchema>>;

/** What the file came to when it was read. */
export type ReadEntries = Omit<Entries, 'allowedAt' | 'returned'>;
