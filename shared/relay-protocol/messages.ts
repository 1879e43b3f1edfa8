import { z } from 'zod';
import { documentIdSchema, integrationIdSchema } from '../contract/ids.ts';
import { JWT_CHARACTERS_MAX, SERVICE_KEYS_MAX } from './protocol.ts';

/** Events of the doorbell stream: a log has grown; or a revocation arrived that names no integration, so each device may check its own. */
export const DOORBELL_EVENTS = { seq: 'seq', revocation: 'revocation' } as const;

/**
 * Name of a device as its user knows it; shown in the list of devices, also on a terminal. It has no control characters (some stores reject
 * NUL) and no unpaired surrogates, which no store returns unchanged.
 */
const deviceName = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u);
export const enrolRequestSchema = z.object({ name: deviceName });
export const enrolAnswerSchema = z.object({ deviceId: z.guid(), deviceToken: z.string().min(43) });

const integrationSecret = z.string().min(1).max(500);
/** The proof: the relay tries the secret on the service, does not store it, and answers 404 for everything that is not proved. */
export const proofRequestSchema = z.object({ integrationId: integrationIdSchema, integrationSecret });
/** A request that takes something away from other computers needs the secret again: a device's token alone is not enough. */
export const deletionRequestSchema = z.object({ integrationSecret });

/** A random word of the relay; a longer one would only fill the disk. */
const epoch = z.string().min(1).max(200);

/** A relay's log of one integration: `epoch` changes when it may have lost events, `seq` is its newest event. */
export const headSchema = z.object({ integrationId: integrationIdSchema, epoch, seq: z.number().int().nonnegative() });
export type LogHead = Readonly<z.infer<typeof headSchema>>;

export const relayEventSchema = z.object({
  seq: z.number().int().positive(),
  eventId: z.string().max(200),
  /** Milliseconds since 1970 by the relay's clock; lateness is judged against it. */
  receivedAt: z.number().int(),
  /** The signature header as received; no server accepts a longer one. */
  jwt: z.string().max(JWT_CHARACTERS_MAX),
  /** The body as received, in base64. */
  body: z.base64(),
});
export type RelayEvent = Readonly<z.infer<typeof relayEventSchema>>;

export const pageSchema = z.object({
  epoch,
  events: z.array(relayEventSchema),
  more: z.boolean(),
  /**
   * When this log began, in milliseconds since 1970 by the relay's clock: it never had what the service sent before that. 0 if unknown; absent
   * from a relay older than this member.
   */
  logSince: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('When this log began, in milliseconds since 1970; 0 where that is not known'),
  /**
   * When the relay last verified a webhook of the service, for any integration, in milliseconds since 1970 by the relay's clock and to the minute;
   * null if it never did. Absent from a relay older than this member.
   */
  lastVerifiedAt: z
    .number()
    .int()
    .nonnegative()
    .nullable()
    .optional()
    .describe('When a webhook of the service was last verified here, of any integration, in milliseconds since 1970; null for never'),
});
export type Page = Readonly<z.infer<typeof pageSchema>>;

export const cursorRequestSchema = z.object({ epoch, seq: z.number().int().nonnegative() });

export const accessTokenSchema = z.object({
  accessToken: z.string().min(1),
  /** Seconds for which it is still valid. */
  expiresIn: z.number().positive(),
});

const someDocuments = { integrationId: integrationIdSchema, documentIds: z.array(documentIdSchema).min(1).max(500) };

/** Events without an integrationId are kept apart until a device names their documentId (C28). */
export const claimsRequestSchema = z.object(someDocuments);
export const claimsAnswerSchema = z.object({ claimed: z.number().int().nonnegative() });

/**
 * The service's answers about these documents, for an integration that nobody can prove any longer. Naming a documentId is the proof: it is an
 * unguessable number that only the sender of the document received.
 */
export const answersRequestSchema = z.object(someDocuments);
export const answersAnswerSchema = z.object({ epoch, events: z.array(relayEventSchema).min(1) });
export type Answers = Readonly<z.infer<typeof answersAnswerSchema>>;

export const deviceSchema = z.object({ deviceId: z.guid(), name: z.string(), createdAt: z.number().int() });
export type Device = Readonly<z.infer<typeof deviceSchema>>;

export const meSchema = deviceSchema.extend({ integrations: z.array(headSchema) });
export const devicesSchema = z.object({ devices: z.array(deviceSchema) });

/** A public RSA key: numbers in base64url, with a modulus of at most 16,384 bits. */
export const rsaJwkSchema = z.object({ kty: z.literal('RSA'), n: z.string().max(4_096), e: z.string().max(16) });

/** When the relay saw a key of the service published; milliseconds since 1970, by the relay's clock. */
export const serviceKeySchema = z.object({
  kid: z.string().min(1).max(256),
  /** RFC 7638 with SHA-256, in base64url. */
  thumbprint: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  jwk: rsaJwkSchema,
  firstSeenAt: z.number().int(),
  lastSeenAt: z.number().int(),
  /** When the relay found that it is no longer published; null while it is. */
  departedAt: z.number().int().nullable(),
  /** When the relay's operator declared it untrustworthy; null for all others. */
  distrustedAt: z.number().int().nullable(),
});

/** The service's keys as the relay saw them, the most recently published first. */
export const serviceKeysSchema = z.object({ keys: z.array(serviceKeySchema).max(SERVICE_KEYS_MAX) });
export type ServiceKeys = Readonly<z.infer<typeof serviceKeysSchema>>;

/**
 * `no-device`: our own token for this relay is not available (`code` says why) · `device-unknown`: the relay does not know
 * it (401) · `not-found`: not ours to read, or not proved (404) · `sent-away`: another computer ended it (410) · `refused`: another
 * 4xx · `limited`: too many requests (429) · `unreachable`: ask again later · `not-understood`: an answer of another shape.
 */
export type RelayFault = {
  readonly kind:
    | 'not-set-up'
    | 'no-device'
    | 'device-unknown'
    | 'not-found'
    | 'sent-away'
    | 'refused'
    | 'limited'
    | 'unreachable'
    | 'not-understood';
  readonly code: string;
  /** How long the relay asks us to wait, if it says so. */
  readonly retryAfterMs?: number;
};
