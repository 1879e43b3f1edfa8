import { z } from 'zod';
import { wallMsSchema } from './wall-ms-schema.ts';

/**
 * What was done about a journal that was damaged or gone. `backup`: an older copy was taken, of the time `upTo` ·
 * `set-up`: only what the person set up was left, companies and folders · `nothing`: neither; all begins anew.
 */
export const recoverySchema = z.object({
  at: wallMsSchema,
  source: z.enum(['backup', 'set-up', 'nothing']),
  upTo: wallMsSchema.nullable(),
  /** Under which name, in the profile, the damaged journal lies; null when there was none. */
  keptAs: z.string().nullable(),
});
export type Recovery = Readonly<z.infer<typeof recoverySchema>>;
