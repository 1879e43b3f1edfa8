import { z } from 'zod';
import { documentIdSchema, integrationIdSchema } from '../contract/ids.ts';
import { JWT_CHARACTERS_MAX } from './limits.ts';

/** What the doorbell's stream says: a log has grown; a revocation came that names no integration, so each may look at its own. */
export const DOORBELL_EVENTS = { seq: 'seq', revocation: 'revocation' } as const;

/** Name of a device as its person would know it; shown in the list of devices. */
export const enrolRequestSchema = z.object({ name: z.string().min(1).max(100) });
export const enrolAnswerSchema = z.object({ deviceId: z.guid(), deviceToken: z.string().min(43) });

/** The proof: the relay tries the secret on the service, keeps none of it, and says 404 for all that does not prove out. */
export const proofRequestSchema = z.object({ integrationId: integrationIdSchema, integrationSecret: z.string().min(1).max(500) });

/** A random word of the relay's; a longer one would only fill the disk. */
const epoch = z.string().min(1).max(200);

/** A relay's log of one integration: `epoch` changes when it may have lost events, `seq` is its newest. */
export const headSchema = z.object({ integrationId: integrationIdSchema, epoch, seq: z.number().int().nonnegative() });
export type Head = Readonly<z.infer<typeof headSchema>>;

export const relayEventSchema = z.object({
  seq: z.number().int().positive(),
  eventId: z.string().max(200),
  /** Milliseconds since 1970, by the relay's clock: lateness is judged against it. */
  receivedAt: z.number().int(),
  /** The signature header as it came; no server takes a longer one. */
  jwt: z.string().max(JWT_CHARACTERS_MAX),
  /** The body as it came, base64. */
  body: z.base64(),
});
export type RelayEvent = Readonly<z.infer<typeof relayEventSchema>>;

export const pageSchema = z.object({ epoch, events: z.array(relayEventSchema), more: z.boolean() });
export type Page = Readonly<z.infer<typeof pageSchema>>;

export const cursorRequestSchema = z.object({ epoch, seq: z.number().int().nonnegative() });

export const accessTokenSchema = z.object({
  accessToken: z.string().min(1),
  /** Seconds that it is still good for. */
  expiresIn: z.number().positive(),
});

const someDocuments = { integrationId: integrationIdSchema, documentIds: z.array(documentIdSchema).min(1).max(500) };

/** Events that came without an integrationId wait apart until somebody names their documentId (decision 28). */
export const claimsRequestSchema = z.object(someDocuments);
export const claimsAnswerSchema = z.object({ claimed: z.number().int().nonnegative() });

/**
 * What the service said of these documents, for an integration that nobody can prove any more. Naming one, an unguessable number that only who
 * sent the document was given, is the proof.
 */
export const answersRequestSchema = z.object(someDocuments);
export const answersAnswerSchema = z.object({ epoch, events: z.array(relayEventSchema).min(1) });
export type Answers = Readonly<z.infer<typeof answersAnswerSchema>>;

export const deviceSchema = z.object({ deviceId: z.guid(), name: z.string(), createdAt: z.number().int() });
export type Device = Readonly<z.infer<typeof deviceSchema>>;

export const meSchema = deviceSchema.extend({ integrations: z.array(headSchema) });
export const devicesSchema = z.object({ devices: z.array(deviceSchema) });
