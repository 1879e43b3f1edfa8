import { eventIterator, oc } from '@orpc/contract';
import { z } from 'zod';
import { FAULTS_SHOWN } from '../domain/item/entries.ts';
import { entriesChoiceSchema, entriesFaultSchema } from '../domain/item/entries-schemas.ts';
import { folderIdSchema, itemIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';
import { ENTRIES_FORMATS } from '../entries/entry-lines.ts';
import { entriesMappingSchema } from '../entries/mapping.ts';
import { notFoundSchema, resultSchema } from './faults.ts';
import { bytesPieceSchema } from './preview.ts';

const count = z.number().int().nonnegative();
const cents = z.number().int();
const sha256 = z.string();

/**
 * What stands above the lines of a preview. Places of lines are counted from 0 in the file's order, also of those that are left out. The lines follow as
 * bytes: UTF-8 text, for each line of the file its canonical text (C45), a tab, and `EntriesPreviewExtra` as JSON, a line feed.
 */
export const entriesPreviewHeadSchema = z.object({
  kind: z.literal('head'),
  format: z.enum(ENTRIES_FORMATS),
  /** Of a text: what it was read as, and whether that was guessed. */
  encoding: z.object({ name: z.string(), guessed: z.boolean() }).nullable(),
  lines: count,
  errors: z.object({ count, first: z.array(entriesFaultSchema).max(FAULTS_SHOWN) }),
  warnings: z.object({ count, first: z.array(entriesFaultSchema).max(FAULTS_SHOWN) }),
  /** In the order in which they begin. `opening`: it looks like the opening balances of a year. */
  journals: z.array(z.object({ journal: z.string(), lines: count, debitCents: cents, creditCents: cents, opening: z.boolean() })),
  /** What was agreed to; else what is proposed: all lines, but of the whole books of a year not the opening journals. */
  choice: entriesChoiceSchema,
  /** Lines that this company sent within 13 months already: their places as runs of first and last. */
  repeated: z.array(z.tuple([count, count])),
  /** How many lines equal to those in `repeated` were sent. */
  sentBefore: count,
  /** Lines that were sent under another day, and are otherwise equal. `sentAt`: when, null if it is not known. */
  otherDates: z.array(z.object({ at: count, sentAt: wallMsSchema.nullable() })),
  /** By which the file was read; null for a format that needs none. */
  mapping: z.object({ version: z.number().int(), sha256, labelFromAccount: z.boolean() }).nullable(),
  /** Above 5 MB: how many imports the chosen lines make, or why they cannot be cut. */
  tooLarge: z
    .union([
      z.object({ parts: z.number().int() }),
      z.object({ cannot: z.enum(['out-of-balance', 'entry-too-large', 'journal-too-large']) }),
    ])
    .nullable(),
  /** Whether files like this one are sent by themselves when a user ticks that; false where that is never so, as of whole books. */
  mayGoByItself: z.boolean(),
  /** Whether they are now. */
  goesByItself: z.boolean(),
});
export type EntriesPreviewHead = Readonly<z.infer<typeof entriesPreviewHeadSchema>>;

/** What the file says of a line beside what is sent. `at`: its physical line, of JSON its place in the list of lines, from 1. */
export type EntriesPreviewExtra = {
  readonly at: number;
  readonly entry?: string;
  readonly accountLabel?: string;
  readonly unsent?: Readonly<Record<string, string>>;
};

export const entriesPreviewPieceSchema = z.union([entriesPreviewHeadSchema, bytesPieceSchema]);
export type EntriesPreviewPiece = z.infer<typeof entriesPreviewPieceSchema>;

/**
 * `changed`: other lines than those shown. `not-asked`: nobody is asked about it any more. `too-large`: above the service's limit. `repeats`: some of
 * these lines were sent before, or are on their way, and `twice` was not confirmed.
 */
export const ALLOWED_ENTRIES = ['allowed', 'changed', 'not-asked', 'nothing-left', 'too-large', 'unreadable', 'repeats'] as const;
export type AllowedEntries = (typeof ALLOWED_ENTRIES)[number];

/** Calls about the documents of entries, under `items`. */
export const entriesCalls = {
  /** The lines as they are sent: the JSON text of `entries`. Whole, or one fault. */
  entryLines: oc.input(z.object({ itemId: itemIdSchema })).output(eventIterator(bytesPieceSchema)),
  /**
   * What a user looks at before they agree: `EntriesPreviewHead`, then the lines; or one fault. `anew`: of what was accepted, or refused and is asked about
   * again, what would be sent once more. It is read by its folder's current mapping, with all lines proposed anew; elsewhere it changes nothing.
   */
  entriesPreview: oc
    .input(z.object({ itemId: itemIdSchema, anew: z.boolean().optional() }))
    .output(eventIterator(entriesPreviewPieceSchema)),
  /**
   * Agrees to send exactly these lines: `linesSha256` is the hash of the canonical text of those that `choice` leaves. `byItself`: from now on files
   * of its folder that are read by the same mapping are sent without a question, unless they repeat lines. `twice`: a user has confirmed that lines
   * which were sent before will be booked twice, also those of this item itself after they were accepted: they leave under its next number, read as the
   * preview `anew` shows them (a corrected mapping).
   */
  allowEntries: oc
    .input(
      z.object({
        itemId: itemIdSchema,
        linesSha256: sha256,
        choice: entriesChoiceSchema,
        byItself: z.boolean().optional(),
        twice: z.boolean().optional(),
      }),
    )
    .output(z.object({ became: z.enum(ALLOWED_ENTRIES) })),
};

/** Rows of a file as they are shown while its columns are given a meaning; long cells are cut. */
const sampleRowSchema = z.object({ line: z.number().int(), cells: z.array(z.string()) });

/** How a file differs from those that the mapping was made for (`MappingDifference`). */
export const mappingDifferenceSchema = z.looseObject({ kind: z.string() });

const guessSchema = z.looseObject({ open: z.array(z.string()) });

/** A file of a folder without a mapping, or that the mapping does not fit: its rows, and what its columns seem to mean (`MappingGuess`). */
export const mappingSampleSchema = z.object({
  itemId: itemIdSchema,
  name: z.string(),
  /** Null: a workbook. */
  dialect: z.object({ separator: z.string(), quoting: z.string() }).nullable(),
  encoding: z.object({ name: z.string(), guessed: z.boolean() }).nullable(),
  /** The first rows, from the top of the file, and how many there are. */
  rows: z.array(sampleRowSchema),
  rowCount: count,
  guess: guessSchema,
  /** The guess as a mapping, as far as it goes: what is in `guess.open` is filled in by the first possibility, for a user to answer. */
  proposed: entriesMappingSchema,
  /** The folder's mapping now, and how the file differs from it. */
  current: z.object({ version: z.number().int(), mapping: entriesMappingSchema }).nullable(),
  differences: z.array(mappingDifferenceSchema),
});
export type MappingSample = Readonly<z.infer<typeof mappingSampleSchema>>;

/** What a file comes to by a mapping that is not stored yet. `first`: its first lines as canonical text. */
export const mappingTriedSchema = z.object({
  lines: count,
  debitCents: cents,
  creditCents: cents,
  errors: z.object({ count, first: z.array(entriesFaultSchema) }),
  warnings: z.object({ count, first: z.array(entriesFaultSchema) }),
  /** Rows that are left out, as totals and analytical rows. */
  leftOut: count,
  first: z.array(z.string()),
  differences: z.array(mappingDifferenceSchema),
});
export type MappingTried = Readonly<z.infer<typeof mappingTriedSchema>>;

/** `no-file`: its file cannot be read now. `not-rows`: it is no file of rows. `stale`: the mapping was changed meanwhile. */
export const mappingFaultSchema = z.enum(['not-found', 'no-file', 'not-rows', 'stale', 'not-a-mapping']);
export type MappingFault = z.infer<typeof mappingFaultSchema>;

/** Calls about the mapping of a folder of entries, under `folders`. */
export const mappingCalls = {
  /** A file to make or correct the mapping by: the one named, else the newest of the folder that needs it. */
  mappingSample: oc
    .input(z.object({ folderId: folderIdSchema, itemId: itemIdSchema.optional() }))
    .output(resultSchema(mappingSampleSchema, mappingFaultSchema)),
  /** The folder's mapping as it is now; null without one. */
  mapping: oc
    .input(z.object({ folderId: folderIdSchema }))
    .output(resultSchema(z.object({ version: z.number().int(), sha256, mapping: entriesMappingSchema }).nullable(), mappingFaultSchema)),
  tryMapping: oc
    .input(z.object({ folderId: folderIdSchema, itemId: itemIdSchema, mapping: entriesMappingSchema }))
    .output(resultSchema(mappingTriedSchema, mappingFaultSchema)),
  /** Stores it as the folder's next version; what was not sent yet is read again by it, and asked about. `ifVersion`: the one that was corrected, null for none. */
  setMapping: oc
    .input(z.object({ folderId: folderIdSchema, mapping: entriesMappingSchema, ifVersion: z.number().int().nullable() }))
    .output(resultSchema(z.object({ version: z.number().int(), sha256, readAgain: count }), mappingFaultSchema)),
  /** From now on each file of this folder is asked about again. */
  stopByItself: oc
    .input(z.object({ folderId: folderIdSchema }))
    .output(resultSchema(z.object({ stopped: z.literal(true) }), notFoundSchema)),
};
