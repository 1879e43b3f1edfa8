import { z } from 'zod';
import { wallMsSchema } from '../wall-ms-schema.ts';

/**
 * A refusal that needs no more action (ADR-21): the person says so, the document that corrects it was accepted, or its
 * file was never seen here, so that it is for the computer that sent it (ADR-4). It is still refused.
 */
export const resolvedSchema = z.object({ at: wallMsSchema, by: z.enum(['person', 'correction', 'elsewhere']) });
export type Resolved = Readonly<z.infer<typeof resolvedSchema>>;
