import { z } from 'zod';
import { chosenSchema } from './item-filter.ts';
import { companyIdSchema } from '../../domain/ids.ts';
import { wallMsSchema } from '../../domain/wall-ms-schema.ts';

export const REGISTER_FORMATS = ['csv', 'pdf'] as const;

/** Which documents, and how they are written: in the user's language, date format and time zone. */
export const registerOfSchema = z.object({
  chosen: chosenSchema,
  format: z.enum(REGISTER_FORMATS),
  language: z.enum(['en', 'fr']),
  /** Determines the number format, and with it the column separator. */
  locale: z.string().max(35),
  timeZone: z.string().max(60),
  /** `file`: the engine asks where to save it, and writes it. `parts`: it is returned in parts, for a browser to save. */
  into: z.enum(['file', 'parts']),
});
export type RegisterQuery = Readonly<z.infer<typeof registerOfSchema>>;

const count = z.number().int().nonnegative();

/** `not-kept`: nothing was saved, because the user closed the dialog, or the disk refused it (`code`). */
export const registerStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: count, total: count }),
  z.object({ kind: z.literal('part'), base64: z.string() }),
  z.object({ kind: z.literal('done'), rows: count }),
  z.object({ kind: z.literal('not-kept'), code: z.string().nullable() }),
]);
export type RegisterStep = Readonly<z.infer<typeof registerStepSchema>>;

/** A span of time, such as a month in the user's own time zone: from `from` on, and earlier than `before`. */
export const monthSpanSchema = z.object({ from: wallMsSchema, before: wallMsSchema });
export type MonthSpan = Readonly<z.infer<typeof monthSpanSchema>>;

/**
 * What has become by now of a company's documents that were found in a span of time. `accepted`, `refused` and `open` together are all of
 * them, except those that are not to be sent (put aside, or replaced by another content). A refusal that was dealt with stays among the
 * refused; `unresolved` says how many of these still need somebody. `open` is all that has no result yet: whether it waits for a user,
 * for its sending or for the accountant.
 */
export const monthFiguresSchema = z.object({ companyId: companyIdSchema, accepted: count, refused: count, unresolved: count, open: count });
export type MonthFigures = Readonly<z.infer<typeof monthFiguresSchema>>;

/** Whether every document of the span has its result, and no refusal still needs somebody. False without any document. */
export function isComplete({ accepted, refused, unresolved, open }: Omit<MonthFigures, 'companyId'>): boolean {
  return open === 0 && unresolved === 0 && accepted + refused > 0;
}
