import { z } from 'zod';
import { wallMsSchema } from './wall-ms-schema.ts';

/**
 * What was done about a damaged or missing journal. `backup`: an older copy, from the time `upTo`, was restored ·
 * `set-up`: only the person's set-up was left, companies and folders · `nothing`: neither; everything starts afresh.
 */
export const recoverySchema = z.object({
  at: wallMsSchema,
  source: z.enum(['backup', 'set-up', 'nothing']),
  upTo: wallMsSchema.nullable(),
  /** The name of the damaged journal in the profile; null if there was none. */
  keptAs: z.string().nullable(),
});
export type Recovery = Readonly<z.infer<typeof recoverySchema>>;
