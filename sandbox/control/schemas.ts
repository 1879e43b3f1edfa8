import { z } from 'zod';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';

/** Bodies of the control API. */
export const newIntegrationSchema = z.strictObject({
  /** A known one gets a new secret and is active again: the reconnection that keeps its id (decision 13). */
  integrationId: integrationIdSchema.optional(),
});

export const decideSchema = z.strictObject({
  documentState: z.enum([DOCUMENT_STATES.accepted, DOCUMENT_STATES.refused]),
  rejectionReason: z.string().max(10_000).nullish(),
});

export const closeSchema = z.strictObject({ errorCode: z.enum(REVOKING_CODES) });

export const webhookUrlSchema = z.strictObject({ url: z.url().nullable() });
