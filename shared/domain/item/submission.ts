import { z } from 'zod';
import { documentIdSchema, integrationIdSchema, referenceSchema } from '../../contract/ids.ts';
import { takenSchema } from '../results/unproven-schemas.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** One earlier sending of an item, kept when it was sent again: its story is not lost, and a late event finds where it belongs. */
export const submissionSchema = z.object({
  /** Times that "Send again" had been pressed before it. */
  resubmission: z.number(),
  integrationId: integrationIdSchema.nullable(),
  reference: referenceSchema.nullable(),
  sentElsewhere: z.boolean(),
  receivedAt: wallMsSchema.nullable(),
  /** As the service says; `awaiting`: the result of the sending after it came first. */
  kind: z.enum(['awaiting', 'accepted', 'refused']),
  documentId: documentIdSchema,
  /** Of the event; of one that is awaited, since when. */
  at: wallMsSchema,
  reason: z.string().nullable(),
  contradicted: z.boolean(),
  /** A person took it, and the service has not proven it. */
  unproven: takenSchema.optional(),
});

export type Submission = Readonly<z.infer<typeof submissionSchema>>;
