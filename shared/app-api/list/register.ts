import { z } from 'zod';
import { chosenSchema } from './item-filter.ts';

export const REGISTER_FORMATS = ['csv', 'pdf'] as const;

/** Which documents, and how they are written: in the person's language, date format and time zone. */
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

/** `not-kept`: nothing was saved, because the person closed the dialog, or the disk refused it (`code`). */
export const registerStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: count, total: count }),
  z.object({ kind: z.literal('part'), base64: z.string() }),
  z.object({ kind: z.literal('done'), rows: count }),
  z.object({ kind: z.literal('not-kept'), code: z.string().nullable() }),
]);
export type RegisterStep = Readonly<z.infer<typeof registerStepSchema>>;
