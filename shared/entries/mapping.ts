import { z } from 'zod';
import { MAPPED_MEMBERS, type MappedMember } from './column-roles.ts';
import type { Encoding } from './encoding.ts';
import { COLUMNS_MAX } from './rows.ts';
import { DATE_PATTERNS } from './values.ts';

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'cp1252', 'iso-8859-15', 'cp850', 'macroman'] as const satisfies readonly Encoding[];
const TEXT_MAX = 500;
export const SOURCES_MAX = 4;
export const PART_TEXT_MAX = { separator: 3, prefix: 20 } as const;

/**
 * A column of the file: `column` from 1, `name` its heading as the file has it. The name decides where it stands in the file once; the number is
 * the second witness, and alone where there is no heading.
 */
const columnSchema = z.strictObject({ column: z.int().min(1).max(COLUMNS_MAX), name: z.string().max(TEXT_MAX).optional() });

/** `part`: of a cell that holds several things (`VE:411000:CL0001`), the one at this place, from 1. */
const partSchema = z.strictObject({
  separator: z.string().min(1).max(PART_TEXT_MAX.separator),
  place: z.int().min(1).max(9),
  /** Taken from its beginning (`Assets` of `Assets411000`), where it stands there. */
  prefix: z.string().max(PART_TEXT_MAX.prefix).optional(),
});

const fromColumnSchema = z.strictObject({
  from: z.literal('column'),
  ...columnSchema.shape,
  part: partSchema.optional(),
  /** Empty in the later lines of an entry: what its first line has counts. */
  asAbove: z.boolean().optional(),
  /** Counts only in rows in which that other column has one of these values. */
  where: z.strictObject({ column: columnSchema, is: z.array(z.string().max(TEXT_MAX)).min(1).max(20) }).optional(),
  /** Where the file writes this date otherwise than its others. */
  dates: z.enum(DATE_PATTERNS).optional(),
});

/** `{yyyy-mm}`, `{yyyy}`, `{mm}`, `{dd}` of the line's date, `{entry}` the file's number of the entry. */
export const PATTERN_WORDS = ['{yyyy-mm}', '{yyyy}', '{mm}', '{dd}', '{entry}'] as const;

const patternSchema = z
  .string()
  .min(1)
  .max(TEXT_MAX)
  .refine((text) => !hasUnknownWord(text), 'unknown word in braces');

/** Whether a pattern has braces around what is none of its words. */
export function hasUnknownWord(text: string): boolean {
  return /[{}]/.test(PATTERN_WORDS.reduce((rest, word) => rest.replaceAll(word, ''), text));
}

const sourceSchema = z.discriminatedUnion('from', [
  fromColumnSchema,
  z.strictObject({ from: z.literal('constant'), text: z.string().min(1).max(TEXT_MAX) }),
  z.strictObject({ from: z.literal('pattern'), pattern: patternSchema }),
]);

/** The first of them that is not empty in the line counts. */
const sourcesSchema = z.array(sourceSchema).min(1).max(SOURCES_MAX);

const sourcesByMember = z.strictObject({
  ...(Object.fromEntries(MAPPED_MEMBERS.map((member) => [member, sourcesSchema.optional()])) as Record<
    MappedMember,
    z.ZodOptional<typeof sourcesSchema>
  >),
  date: sourcesSchema,
  journal: sourcesSchema,
  account: sourcesSchema,
  reference: sourcesSchema,
});

/** How a row says its two sides. Letters are compared without case. */
const amountsSchema = z.discriminatedUnion('form', [
  /** `debitsNegative`: the debits' column has them with a minus, which says no more than the column does. */
  z.strictObject({ form: z.literal('two'), debit: columnSchema, credit: columnSchema, debitsNegative: z.boolean().optional() }),
  z.strictObject({ form: z.literal('signed'), amount: columnSchema, positive: z.enum(['debit', 'credit']) }),
  z.strictObject({
    form: z.literal('side'),
    amount: columnSchema,
    side: columnSchema,
    debit: z.array(z.string().min(1).max(TEXT_MAX)).min(1).max(9),
    credit: z.array(z.string().min(1).max(TEXT_MAX)).min(1).max(9),
  }),
]);

/** Rows of a file that holds more than lines. What is in neither list is a fault: nobody has said yet what it is. */
const kindsSchema = z.strictObject({
  column: columnSchema,
  lines: z.array(z.string().max(TEXT_MAX)).min(1).max(20),
  /** Rows that spread the line above over sections: never lines themselves. */
  analytical: z.array(z.string().max(TEXT_MAX)).max(20),
});

const analyticsSchema = z.strictObject({
  axisCode: sourcesSchema,
  axisLabel: sourcesSchema.optional(),
  section: sourcesSchema,
  sectionLabel: sourcesSchema.optional(),
});

/** What the columns of a folder's files mean: made by a person once, kept with the folder, hashed with what was sent by it (C45, C48). */
export const entriesMappingSchema = z.strictObject({
  v: z.literal(1),
  /** Null: guessed for each file. */
  encoding: z.enum(ENCODINGS).nullable(),
  /** Null: a sheet, whose cells need no separating. */
  dialect: z.strictObject({ separator: z.enum(['\t', ';', ',', '|']), quoting: z.enum(['csv', 'backslash', 'single', 'bare']) }).nullable(),
  /** The physical line or row of the headings, from 1; null where there are none. */
  headingRow: z.int().min(1).nullable(),
  /** The first physical line or row of data. */
  firstRow: z.int().min(1),
  /** The file's headings as they were when the mapping was made; without headings as many empty texts as there are columns. */
  headings: z.array(z.string().max(TEXT_MAX)).min(1).max(COLUMNS_MAX),
  decimal: z.enum([',', '.']),
  dates: z.enum(DATE_PATTERNS),
  sources: sourcesByMember,
  amounts: amountsSchema,
  /** A side below zero: sent as it is written, or without its sign on the other side (C46). */
  negative: z.enum(['keep', 'move']),
  /** A row in which this column is filled begins an entry; what is `asAbove` comes from there. */
  entryBegins: columnSchema.optional(),
  kinds: kindsSchema.optional(),
  /** Absent: analytical rows are left out, each with a warning. */
  analytics: analyticsSchema.optional(),
  /** Rows that are no data, as totals: those whose cell begins so; '' is an empty cell. */
  skip: z.array(z.strictObject({ column: columnSchema, begins: z.string().max(TEXT_MAX) })).max(20),
  /** Blanks behind a label are the file's, which fills its cells up to a width. */
  padded: z.boolean(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Labels are replaced by the account's name, since those of payroll name people. */
  labelFromAccount: z.boolean(),
});

export type EntriesMapping = z.infer<typeof entriesMappingSchema>;
export type MappedColumn = z.infer<typeof columnSchema>;
export type ColumnSource = z.infer<typeof fromColumnSchema>;
export type MappedSource = z.infer<typeof sourceSchema>;
export type MappedAmounts = z.infer<typeof amountsSchema>;
