import { z } from 'zod';
import { documentIdSchema, integrationIdSchema, referenceSchema } from '../contract/ids.ts';
import { wallMsSchema } from './wall-ms-schema.ts';

/** One earlier sending of an item, kept when it was sent again: its story is not lost, and a late event finds where it belongs. */
export const submissionSchema = z.object({
  /** Times that "Send again" had been pressed before it. */
  resubmission: z.number(),
  integrationId: integrationIdSchema.nullable(),
  reference: referenceSchema.nullable(),
  sentElsewhere: z.boolean(),
  receivedAt: wallMsSchema.nullable(),
  /** Of the event; refused when it was sent again, unless the service said something else afterwards. */
  kind: z.enum(['accepted', 'refused']),
  documentId: documentIdSchema,
  at: wallMsSchema,
  reason: z.string().nullable(),
  contradicted: z.boolean(),
});

export type Submission = Readonly<z.infer<typeof submissionSchema>>;
