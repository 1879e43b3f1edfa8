import { z } from 'zod';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * A refusal that needs no more action (ADR-21): the person says so, or the document that
 * corrects it was accepted. It is still refused.
 */
export const resolvedSchema = z.object({ at: wallMsSchema, by: z.enum(['person', 'correction']) });
export type Resolved = Readonly<z.infer<typeof resolvedSchema>>;
