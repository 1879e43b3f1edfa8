import { z } from 'zod';

/** Below the user's home: the one place that both versions know, however they were started. */
export const SMOKE_HOME = '.intray-smoke';
export const UPDATED = 'updated.json';

/** The report of the last version that ran. */
export const updatedSchema = z.object({ version: z.string(), fault: z.string().nullable() });
export type Updated = Readonly<z.infer<typeof updatedSchema>>;
