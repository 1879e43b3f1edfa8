import { z } from 'zod';
import { documentIdSchema, integrationIdSchema, referenceSchema } from '../../contract/ids.ts';
import { conversionSchema } from './conversion/conversion.ts';
import { takenSchema } from '../results/unproven-schemas.ts';
import { wallMsSchema } from '../wall-ms-schema.ts';

/** An earlier sending of an item, kept when the item was sent again, so that its history is not lost and a late event finds its document. */
export const submissionSchema = z.object({
  /** How often "Send again" had been pressed before it. */
  resubmission: z.number(),
  integrationId: integrationIdSchema.nullable(),
  reference: referenceSchema.nullable(),
  sentElsewhere: z.boolean(),
  receivedAt: wallMsSchema.nullable(),
  /** As the service reported it; `awaiting`: the result of the next sending came first. */
  kind: z.enum(['awaiting', 'accepted', 'refused']),
  documentId: documentIdSchema,
  /** Time of the event; if the result is still awaited, since when. */
  at: wallMsSchema,
  rejectedAt: wallMsSchema.optional(),
  reason: z.string().nullable(),
  contradicted: z.boolean(),
  /** A person accepted the result, and the service has not proven it. */
  unproven: takenSchema.optional(),
  /** What was sent in place of the file (C44). */
  conversion: conversionSchema.optional(),
});

export type Submission = Readonly<z.infer<typeof submissionSchema>>;
