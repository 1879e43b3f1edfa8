import { z } from 'zod';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';
import { decodedSchema } from '../decoding/decoded.ts';
import { switchesSchema } from '../switches/switches-schema.ts';
import { EXAMPLE_REASON_NAMES } from './example-reasons.ts';

/** The answers of the control API, for its description; a test checks every answer against these. */
const moment = z.iso.datetime();
const id = z.guid();
const json = z.record(z.string(), z.unknown()).nullable();

export const integrationsAnswer = z.array(
  z.object({
    integrationId: id,
    state: z.enum(['active', 'revoked']),
    closedAs: z.enum(REVOKING_CODES).nullable(),
    revokedAt: moment.nullable(),
    revokedAs: z.string().nullable(),
  }),
);

export const newIntegrationAnswer = z.object({
  integrationId: id,
  integrationSecret: z.string().describe('Told here alone'),
});

export const revokedAnswer = z.object({ revoked: z.boolean().describe('False where it was revoked before') });

export const closedAnswer = z.object({ closedAs: z.enum(REVOKING_CODES) });

export const documentsAnswer = z.array(
  z.object({
    documentId: id,
    integrationId: id,
    importType: z.enum(IMPORT_TYPES),
    externalReference: z.string().nullable(),
    filename: z.string().nullable(),
    sha256: z.string().nullable().describe("Of the file's bytes, hexadecimal"),
    bytes: z.int().nullable(),
    fileKept: z.enum(Object.keys(MEDIA_TYPES)).nullable().describe('What the file is answered as; null when it is not kept'),
    userEmail: z.string().nullable(),
    comment: z.string().nullable(),
    entryLines: z.int().nullable(),
    organization: json,
    metadata: json,
    decoded: decodedSchema.nullable().describe('What the decoder found in the file; null if it was not asked'),
    receivedAt: moment,
    documentState: z.string().nullable().describe('Null until it is decided'),
    decidedAt: moment.nullable(),
    rejectionReason: z.string().nullable(),
  }),
);

export const eventAnswer = z.object({ eventId: id });

export const reasonsAnswer = z.record(z.enum(EXAMPLE_REASON_NAMES), z.string().nullable());

export const deliveriesAnswer = z.array(
  z.object({
    deliveryId: z.int(),
    eventId: z.string(),
    type: z.string(),
    event: z.unknown().describe('The event as it is told'),
    state: z.string(),
    nextAt: moment.nullable(),
    attempts: z.array(
      z.object({ at: moment, status: z.int().nullable(), code: z.string().nullable().describe('Why there was no status') }),
    ),
  }),
);

export const requestsAnswer = z.array(
  z.object({
    at: moment,
    method: z.string(),
    path: z.string(),
    status: z.int().nullable().describe('Null while it is answered; 0: the connection was cut, by the client or by a switch'),
  }),
);

export const switchesAnswer = switchesSchema;

export const keyAnswer = z.object({ kid: z.string() });

export const clockAnswer = z.object({ now: moment, aheadMs: z.int() });

/** RFC 9457, with its content type. */
export const problemAnswer = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int().min(400).max(599),
  detail: z.string().describe('For the person at the other end: what is wrong, and with which member'),
});
