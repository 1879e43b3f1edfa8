import { z } from 'zod';
import { chosenSchema } from './item-filter.ts';

export const REGISTER_FORMATS = ['csv', 'pdf'] as const;

/** Which documents, and how they are written: in the person's language, with their dates and in their time zone. */
export const registerOfSchema = z.object({
  chosen: chosenSchema,
  format: z.enum(REGISTER_FORMATS),
  language: z.enum(['en', 'fr']),
  /** Decides how numbers are written, and with them what stands between two columns. */
  locale: z.string().max(35),
  timeZone: z.string().max(60),
  /** `file`: the engine asks where to, and writes it. `parts`: it comes through here, for a browser to keep. */
  into: z.enum(['file', 'parts']),
});
export type RegisterQuery = Readonly<z.infer<typeof registerOfSchema>>;

const count = z.number().int().nonnegative();

/** `not-kept`: nothing was left behind, because the person closed the question where to, or the disk did not take it (`code`). */
export const registerStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: count, total: count }),
  z.object({ kind: z.literal('part'), base64: z.string() }),
  z.object({ kind: z.literal('done'), rows: count }),
  z.object({ kind: z.literal('not-kept'), code: z.string().nullable() }),
]);
export type RegisterStep = Readonly<z.infer<typeof registerStepSchema>>;
