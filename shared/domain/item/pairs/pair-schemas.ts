import { z } from 'zod';
import { itemIdSchema } from '../../ids.ts';
import { wallMsSchema } from '../../wall-ms-schema.ts';
import { entriesSchema } from '../entries-schemas.ts';
import { problemSchema } from '../problem.ts';

/**
 * Whether a folder of scans takes a file of entries that has the name of a scan as the entries of that scan (C43). `if-there`: where there is one.
 * `expected`: every scan has one, and neither leaves alone.
 */
export const PAIRS = ['no', 'if-there', 'expected'] as const;
export const pairsSchema = z.enum(PAIRS);
export type Pairs = z.infer<typeof pairsSchema>;

/**
 * What a document has to do with a pair. `file`: it is a file of entries among scans, and what it was read as. `with`: a scan, and the document of the
 * file whose entries go with it. `without`: a user had the scan sent without entries, when these files lay beside it.
 */
export const pairSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('file'), as: z.union([z.object({ problem: problemSchema }), entriesSchema]) }),
  z.object({ kind: z.literal('with'), itemId: itemIdSchema, name: z.string() }),
  z.object({ kind: z.literal('without'), at: wallMsSchema, seen: z.array(itemIdSchema) }),
]);
export type Pair = Readonly<z.infer<typeof pairSchema>>;

/** Files of entries that lie beside a scan, as a question names them; so many are named. */
export const PAIR_FILES_NAMED = 5;

/**
 * The entries of a scan that cannot go with it: none lies beside it, several do, or the only one has a `problem`. Neither leaves before that is mended,
 * or a user has the scan sent without entries.
 */
export const entriesMissingSchema = z.object({
  kind: z.literal('entries-missing'),
  files: z.array(z.object({ itemId: itemIdSchema, name: z.string() })).readonly(),
  problem: problemSchema.optional(),
});
export type EntriesMissing = Readonly<z.infer<typeof entriesMissingSchema>>;
