import { z } from 'zod';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { webhookUrlSchema } from '../switches/webhook-switches.ts';
import { EXAMPLE_REASON_NAMES } from './example-reasons.ts';

/** Bodies of the control API. */
export const newIntegrationSchema = z.strictObject({
  /** A known integration gets a new secret and is active again: a reconnection that keeps its id (C13). */
  integrationId: integrationIdSchema.optional(),
});

export const decideSchema = z.strictObject({
  documentState: z.enum([DOCUMENT_STATES.accepted, DOCUMENT_STATES.refused]),
  rejectionReason: z.string().max(10_000).nullish(),
  /** One of `GET /reasons`, instead of `rejectionReason`. */
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

/** Any event, known or not: with a type, a state, members or an envelope that nobody has defined. */
export const eventSchema = z.strictObject({
  type: z.string().min(1).max(200),
  data: z.record(z.string(), z.unknown()).default({}),
  /** Members of the envelope, which replace or complete the normal ones. */
  envelope: z.record(z.string(), z.unknown()).default({}),
  /** The integration under which the list shows the event; receivers only get `data`. */
  integrationId: integrationIdSchema.nullable().default(null),
  /** A document of this service: `data` is completed with the members of its event. */
  documentId: documentIdSchema.nullable().default(null),
});
