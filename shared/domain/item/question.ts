import { z } from 'zod';
import { itemIdSchema } from '../ids.ts';
import { entriesQuestionSchema } from './entries-schemas.ts';
import { problemSchema } from './problem.ts';
import { sentBeforeSchema } from './sent-before/sent-before.ts';

/**
 * The entries of a scan that cannot go with it: none lies beside it, several do, or the only one has a `problem`. Neither leaves before that is mended,
 * or a user has the scan sent without entries.
 */
export const entriesMissingSchema = z.object({
  kind: z.literal('entries-missing'),
  files: z.array(z.object({ itemId: itemIdSchema, name: z.string() })).readonly(),
  problem: problemSchema.optional(),
  /** A user had ignored it, and meanwhile its folder takes no entries any more: then it does not leave without a word, either. */
  untaken: z.literal(true).optional(),
});
export type EntriesMissing = Readonly<z.infer<typeof entriesMissingSchema>>;

/** A question that only a user can answer; the item is held until then. */
export const questionSchema = z.discriminatedUnion('kind', [
  /** The same bytes are known as the other import type (C14): from an item here or, if `itemId` is null, from what the service reported. */
  z.object({ kind: z.literal('other-type'), itemId: itemIdSchema.nullable() }),
  /** A picture of a single colour, or a PDF of such pages: perhaps it was scanned the wrong way round. */
  z.object({ kind: z.literal('blank') }),
  /** It exceeds the limits of inspection, so nobody knows whether it can be read (ADR-33). */
  z.object({ kind: z.literal('not-understood') }),
  /** Files that were there before the folder was added, or that arrived all at once. */
  z.object({ kind: z.literal('bulk-arrival') }),
  /** It is in a sub-folder of a new company's folder in which nothing was found before; the path is relative to the folder. */
  z.object({ kind: z.literal('new-subfolder'), subfolder: z.string() }),
  /** The service keeps giving an answer that is neither yes nor no: an address or a firewall may be wrong. */
  z.object({ kind: z.literal('unclear-answer'), status: z.number() }),
  /** An answer was lost under a former connection: the service may have it, and under the current one it would be a second document. */
  z.object({ kind: z.literal('maybe-received') }),
  /** One of the pictures that it was joined from was received on its own meanwhile, from another computer. */
  z.object({ kind: z.literal('part-received'), itemId: itemIdSchema }),
  /** It has the pages of a document that was sent, or is in its place (C51): it may be the same paper. */
  sentBeforeSchema.extend({ kind: z.literal('sent-before') }),
  /** A file of entries: what its lines come to. Nothing of it is sent before a user says so. */
  entriesQuestionSchema.extend({ kind: z.literal('entries') }),
  entriesMissingSchema,
  /** Its folder has each document wait for its note to the accountant. */
  z.object({ kind: z.literal('note') }),
  /** Its file disappeared from every folder before it was sent, and there is no copy: nothing can be sent until the file is back (ADR-8). */
  z.object({ kind: z.literal('gone') }),
]);

export type Question = Readonly<z.infer<typeof questionSchema>>;

export const QUESTION_KINDS = [
  'other-type',
  'blank',
  'not-understood',
  'bulk-arrival',
  'unclear-answer',
  'maybe-received',
  'note',
] as const satisfies readonly Question['kind'][];
