import { z } from 'zod';
import { companyIdSchema } from '../domain/ids.ts';
import { wallMsSchema } from '../domain/wall-ms-schema.ts';

/** A span of time, such as a month in the person's own time zone: from `from` on, and earlier than `before`. */
export const monthSpanSchema = z.object({ from: wallMsSchema, before: wallMsSchema });
export type MonthSpan = Readonly<z.infer<typeof monthSpanSchema>>;

const count = z.number().int().nonnegative();

/**
 * What has become by now of a company's documents that were found in a span of time. `accepted`, `refused` and `open` together are all of
 * them, except those that are not to be sent (put aside, or replaced by another content). A refusal that was dealt with stays among the
 * refused; `unresolved` says how many of these still need somebody. `open` is all that has no result yet: whether it waits for a person,
 * for its sending or for the accountant.
 */
export const monthFiguresSchema = z.object({ companyId: companyIdSchema, accepted: count, refused: count, unresolved: count, open: count });
export type MonthFigures = Readonly<z.infer<typeof monthFiguresSchema>>;

/** Whether every document of the span has its result, and no refusal still needs somebody. False without any document. */
export function isComplete({ accepted, refused, unresolved, open }: Omit<MonthFigures, 'companyId'>): boolean {
  return open === 0 && unresolved === 0 && accepted + refused > 0;
}
