import { z } from 'zod';
import { IMPORT_TYPES } from '#shared/contract/import-types.ts';
import { wallMs, type WallMs } from '#shared/lib/duration.ts';

/** The answers of the control API, as far as this page reads them. */
const moment = z.iso.datetime().transform((text): WallMs => wallMs(Date.parse(text)));

export const integrationsSchema = z.array(
  z.object({
    integrationId: z.string(),
    state: z.enum(['active', 'revoked']),
    closedAs: z.string().nullable(),
    revokedAs: z.string().nullable(),
  }),
);
export type Integration = Readonly<z.infer<typeof integrationsSchema>[number]>;

export const newIntegrationSchema = z.object({ integrationId: z.string(), integrationSecret: z.string() });
export type NewIntegration = Readonly<z.infer<typeof newIntegrationSchema>>;

export const documentsSchema = z.array(
  z.object({
    documentId: z.string(),
    integrationId: z.string(),
    importType: z.enum(IMPORT_TYPES),
    externalReference: z.string().nullable(),
    filename: z.string().nullable(),
    fileKept: z.string().nullable(),
    sha256: z.string().nullable(),
    bytes: z.number().nullable(),
    userEmail: z.string().nullable(),
    comment: z.string().nullable(),
    entryLines: z.number().nullable(),
    organization: z.unknown(),
    metadata: z.unknown(),
    decoded: z.unknown(),
    receivedAt: moment,
    documentState: z.string().nullable(),
    decidedAt: moment.nullable(),
    rejectionReason: z.string().nullable(),
  }),
);
export type Document = Readonly<z.infer<typeof documentsSchema>[number]>;

export const deliveriesSchema = z.array(
  z.object({
    deliveryId: z.number(),
    eventId: z.string(),
    type: z.string(),
    event: z.unknown(),
    state: z.enum(['pending', 'delivered', 'given-up']),
    nextAt: moment.nullable(),
    attempts: z.array(z.object({ at: moment, status: z.number().nullable(), code: z.string().nullable() })),
  }),
);
export type Delivery = Readonly<z.infer<typeof deliveriesSchema>[number]>;

export const clockSchema = z.object({ now: moment, aheadMs: z.number() });

export const switchesSchema = z.record(z.string(), z.unknown());

const switchSchema = z.looseObject({ description: z.string().optional(), default: z.unknown() });
export type SwitchSchema = Readonly<z.infer<typeof switchSchema>>;

/** From the control API's own description: the switches that there are. */
export const descriptionSchema = z.object({
  components: z.object({ schemas: z.object({ Switches: z.object({ properties: z.record(z.string(), switchSchema) }) }) }),
});
