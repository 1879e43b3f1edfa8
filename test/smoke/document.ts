import { z } from 'zod';

/**
 * `ok`: it was seen · `failed`: it does not work · `not here`: this machine lacks what it needs, and `said` names it · `not shown`: the
 * stand-in has its own version of it. What the stand-in cannot show is never `ok`.
 */
export const RESULTS = ['ok', 'failed', 'not here', 'not shown'] as const;

const rowSchema = z.object({ what: z.string(), result: z.enum(RESULTS), said: z.string() });
export type SmokeRow = Readonly<z.infer<typeof rowSchema>>;

/** What one start of the smoke program saw. */
export const smokeDocumentSchema = z.object({
  program: z.enum(['electron', 'stand-in']),
  /** How the program was laid out: as a folder, or as one archive, which is how it is released. */
  layout: z.enum(['folder', 'archive']),
  versions: z.record(z.string(), z.string()),
  system: z.string(),
  rows: z.array(rowSchema),
});
export type SmokeDocument = Readonly<z.infer<typeof smokeDocumentSchema>>;
export type SmokeLayout = SmokeDocument['layout'];
