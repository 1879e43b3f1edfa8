import { z } from 'zod';
import { REVOKING_CODES } from '#shared/contract/answers.ts';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import { documentIdSchema, integrationIdSchema } from '#shared/contract/ids.ts';
import { DAY_MS } from '#shared/lib/duration.ts';
import { webhookUrlSchema } from '../switches/webhook-switches.ts';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';
import { decodedSchema } from '../decoding/decode-in-thread.ts';
import { switchesSchema } from '../switches/switches-schema.ts';

/** Reasons that a real refusal may contain, to test how they are displayed. */
export const EXAMPLE_REASONS = {
  none: null,
  empty: '',
  french: 'Document illisible : merci de le numériser de nouveau à 300 points par pouce, s’il vous plaît.',
  long: 'Le montant total ne correspond pas à la somme des lignes. '.repeat(60).trim(),
  rightToLeft: 'المستند غير مقروء، يرجى إعادة إرساله. (2026-031.pdf)',
  mixedDirections: 'facture \u202E31-fdp.exe\u202C — مرفوض',
  markup: '<img src=x onerror="alert(1)"> **refusé** {{reason}} & <b>illisible</b> %s ${total}',
  lines: 'Première raison\r\nDeuxième raison\n\tTroisième raison',
} as const;
const EXAMPLE_REASON_NAMES = Object.keys(EXAMPLE_REASONS) as [ExampleReason, ...ExampleReason[]];

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
    entriesKept: z
      .boolean()
      .describe('Whether the entries are answered as they were received; false without any, and when newer ones took their place'),
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

type ExampleReason = keyof typeof EXAMPLE_REASONS;
