import { z } from 'zod';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { webhookUrlSchema } from '../switches/webhook-switches.ts';
import { EXAMPLE_REASON_NAMES } from './example-reasons.ts';

/** Bodies of the control API. */
export const newIntegrationSchema = z.strictObject({
  /** A known one gets a new secret and is active again: the reconnection that keeps its id (C13). */
  integrationId: integrationIdSchema.optional(),
});

export const decideSchema = z.strictObject({
  documentState: z.enum([DOCUMENT_STATES.accepted, DOCUMENT_STATES.refused]),
  rejectionReason: z.string().max(10_000).nullish(),
  /** One of `GET /reasons`, instead of a reason of one's own. */
  exampleReason: z.enum(EXAMPLE_REASON_NAMES).optional(),
});

export const closeSchema = z.strictObject({ errorCode: z.enum(REVOKING_CODES) });

export const webhookPlaceSchema = z.strictObject({ url: webhookUrlSchema.nullable() });

export const clockSchema = z.strictObject({
  advanceMs: z
    .number()
    .int()
    .min(0)
    .max(400 * DAY_MS),
});

/** Any event, known or not: of a type, with a state, with members, in an envelope that nobody has defined. */
export const eventSchema = z.strictObject({
  type: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()).default({}),
  /** Instead of, or beside, the members of the envelope. */
  envelope: z.record(z.string(), z.unknown()).default({}),
  /** Whose event the list says it is; `data` alone is what is told. */
  integrationId: integrationIdSchema.nullable().default(null),
  /** Of a document of this service: `data` is filled up with what its event would say. */
  documentId: documentIdSchema.nullable().default(null),
});
