import { z } from 'zod';
import { documentIdSchema, eventIdSchema, integrationIdSchema } from './ids.ts';

export const EVENT_TYPES = { documentStatus: 'DocumentStatus', revocation: 'Revocation' } as const;

export const DOCUMENT_STATES = { accepted: 'Accepted', refused: 'Refused' } as const;

/** The CloudEvents envelope (§ Envelope). `type` is an open set (C31). */
export const envelopeSchema = z.object({
  specversion: z.literal('1.0'),
  id: eventIdSchema,
  source: z.string(),
  type: z.string().min(1),
  datacontenttype: z.string().optional(),
  /** ISO 8601 by the contract; an odd value must not lose a signed event, which nobody sends again after 48 hours. */
  time: z.string(),
  data: z.looseObject({ integrationId: integrationIdSchema.nullish() }),
});

export type Envelope = Readonly<z.infer<typeof envelopeSchema>>;

/** `data` of DocumentStatus. We treat `documentState` as an open set: an unknown one is shown, not dropped (C31). */
export const documentStatusSchema = z.object({
  integrationId: integrationIdSchema.nullish(),
  documentId: documentIdSchema,
  externalReference: z.string().nullish(),
  documentState: z.string(),
  rejectedDatetime: z.string().nullish(),
  rejectionReason: z.string().nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
});

export type DocumentStatus = Readonly<z.infer<typeof documentStatusSchema>>;

/** `data` of Revocation. The contract allows no null here, but elsewhere uses it for what the service cannot resolve. */
export const revocationSchema = z.object({ integrationId: integrationIdSchema.nullable() });

/** Claims of the webhook's JWT (§ Webhook signature). Seconds since 1970. */
export const webhookClaimsSchema = z.object({
  iss: z.string(),
  jti: z.string(),
  body_sha256: z.string().regex(/^[0-9A-Fa-f]{64}$/),
  ce_type: z.string(),
  iat: z.number(),
  exp: z.number(),
  /** The contract has none; a JWT with one is not valid before it (RFC 7519). */
  nbf: z.number().nullish(),
});

export type WebhookClaims = Readonly<z.infer<typeof webhookClaimsSchema>>;
