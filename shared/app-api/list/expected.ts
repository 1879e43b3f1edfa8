import { oc } from '@orpc/contract';
import { z } from 'zod';
import { companyIdSchema, itemIdSchema } from '../../domain/ids.ts';
import { wallMsSchema } from '../../domain/wall-ms-schema.ts';

/** A supplier, or customer, as files and notes tell: an id that stays, and what it is called in the newest of them, foreign text. */
const series = { seriesId: z.string(), name: z.string() };

/**
 * What a company's own history lets one expect, and is not there. `month`: the first day of the month that it is of, or usually arrives in, such as
 * `2026-09-01`. `count`: how many are missing, of one that always sends several. `last`: the newest document of it.
 */
const missingSchema = z.object({
  ...series,
  month: z.string(),
  count: z.number(),
  last: z.object({ itemId: itemIdSchema, name: z.string(), at: wallMsSchema }),
});
export type MissingDocument = Readonly<z.infer<typeof missingSchema>>;

/** `unexpected`: of these a user wants to hear nothing. */
const expectedSchema = z.object({ companyId: companyIdSchema, missing: z.array(missingSchema), unexpected: z.array(z.object(series)) });
export type Expected = Readonly<z.infer<typeof expectedSchema>>;

export const expectedCalls = {
  /**
   * What the history of each company lets one expect, and is not there: computed here, when it is asked for. Without `waits`, what is known within
   * a moment; of a hundred thousand documents, that is what was known the last time.
   */
  expected: oc.input(z.object({ waits: z.boolean() })).output(z.object({ companies: z.array(expectedSchema) })),
  /** Whether to tell when documents of this supplier are missing. False: nothing of it is missing, or it was not switched off. */
  expect: oc.input(z.object({ seriesId: z.string(), isExpected: z.boolean() })).output(z.object({ done: z.boolean() })),
};
