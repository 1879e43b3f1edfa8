import { type Context, Hono } from 'hono';
import type { z } from 'zod';
import { type DocumentId, documentIdSchema, type EventId, type IntegrationId, integrationIdSchema } from '#shared/contract/ids.ts';
import { type Core, iso } from '../core.ts';
import { digest, SECRET_MARKS } from '../digest.ts';
import { decide } from '../imports/record.ts';
import { revoke } from '../integrations/revoke.ts';
import { problem, refuseOtherMethods } from '../problem.ts';
import { readBody } from '../read-body.ts';
import { switchesPatchSchema } from '../switches/switches-schema.ts';
import { refuseForeignPage } from './foreign-page.ts';
import { openApi } from './open-api.ts';
import type { RequestLog } from './request-log.ts';
import {
  clockSchema,
  closeSchema,
  decideSchema,
  eventSchema,
  EXAMPLE_REASONS,
  newIntegrationSchema,
  webhookPlaceSchema,
} from './schemas.ts';
import type { FileRow, ReceivedText } from '../store/file-rows.ts';
import { keepEvent } from '../webhooks/events.ts';
import { JSON_TYPE } from '#shared/contract/routes.ts';
import { decodedSchema } from '../decoding/decode-in-thread.ts';
import type { DeliveryRow } from '../store/delivery-rows.ts';
import type { DocumentRow } from '../store/document-rows.ts';
import type { IntegrationRow } from '../store/integration-rows.ts';

export const CONTROL_PATH = '/control';

/** Switches and decisions are small. */
const BODY_BYTES_MAX = 262_144;
const SECRET_BYTES = 32;

/** Controls the service for tests, demonstrations and people. It is not part of the contract. */
export function controlApp(core: Core, requests: RequestLog): Hono {
  const app = new Hono();
  app.use(async (c, next) => refuseForeignPage(c.req.raw) ?? next());
  integrationControls(app, core);
  documentControls(app, core);
  app.get('/deliveries', (c) => c.json(core.store.deliveries.all(newest(c)).map((delivery) => deliveryView(core, delivery))));
  app.get('/requests', (c) => c.json(requests.lines()));
  app.get('/openapi.json', (c) => c.json(openApi(`${core.issuer}${CONTROL_PATH}`)));
  app.get('/switches', (c) => c.json(core.switches.now()));
  app.patch('/switches', (c) => withBody(c, switchesPatchSchema, (patch) => c.json(switched(core, patch))));
  app.put('/webhook-url', (c) => withBody(c, webhookPlaceSchema, ({ url }) => c.json(switched(core, { webhookUrl: url }))));
  app.post('/tokens/expire', (c) => {
    core.store.secrets.dropAllTokens();
    return c.body(null, 204);
  });
  app.post('/keys/rotate', (c) => c.json({ kid: core.signer.rotate(core.clock.wallMs()) }));
  app.get('/clock', (c) => c.json(clockView(core)));
  app.post('/clock', (c) =>
    withBody(c, clockSchema, async ({ advanceMs }) => {
      await core.advance(advanceMs);
      return c.json(clockView(core));
    }),
  );
  return new Hono().route(CONTROL_PATH, refuseOtherMethods(app)).notFound(() => unknown());
}

function integrationControls(app: Hono, core: Core): void {
  app.get('/integrations', (c) => c.json(core.store.integrations.all().map(integrationView)));
  app.post('/integrations', (c) =>
    withBody(c, newIntegrationSchema, (wanted) => {
      const integrationId = wanted.integrationId ?? (core.random.uuid() as IntegrationId);
      const integrationSecret = `${SECRET_MARKS.integrationSecret}${Buffer.from(core.random.bytes(SECRET_BYTES)).toString('base64url')}`;
      core.store.integrations.put(integrationId, digest(integrationSecret), core.clock.wallMs());
      return c.json({ integrationId, integrationSecret }, 201);
    }),
  );
  app.post('/integrations/:id/revoke', (c) => {
    const integration = integrationOf(core, c);
    if (integration === null) return unknown();
    const revoked = revoke(core, integration.id, null);
    return c.json({ revoked });
  });
  app.post('/integrations/:id/close', (c) => {
    const integration = integrationOf(core, c);
    if (integration === null) return unknown();
    return withBody(c, closeSchema, ({ errorCode }) => {
      core.store.integrations.close(integration.id, errorCode);
      return c.json({ closedAs: errorCode });
    });
  });
}

function documentControls(app: Hono, core: Core): void {
  app.get('/reasons', (c) => c.json(EXAMPLE_REASONS));
  app.post('/events', (c) => withBody(c, eventSchema, (wanted) => c.json({ eventId: emitEvent(core, wanted) }, 201)));
  app.get('/documents', (c) => {
    const [files, received] = [core.store.files.kept(), core.store.received.kept()];
    const kept = (id: DocumentId): Kept => ({ file: files.get(id) ?? null, entries: received.has(id) });
    return c.json(core.store.documents.all(newest(c)).map((document) => documentView(document, kept(document.id))));
  });
  app.get('/documents/:id/file', (c) => {
    const id = documentIdSchema.safeParse(c.req.param('id'));
    const file = id.success ? core.store.files.get(id.data) : null;
    return file === null ? unknown() : fileAnswer(file);
  });
  app.get('/documents/:id/entries', (c) => receivedAnswer(core, c, 'entries'));
  app.get('/documents/:id/metadata', (c) => receivedAnswer(core, c, 'metadata'));
  app.post('/documents/:id/decide', (c) => {
    const id = documentIdSchema.safeParse(c.req.param('id'));
    const document = id.success ? core.store.documents.get(id.data) : null;
    if (document === null) return unknown();
    // A second decision is allowed: a receiver may meet two final states of one document (C32).
    return withBody(c, decideSchema, ({ documentState, rejectionReason, exampleReason }) => {
      const reason = exampleReason === undefined ? (rejectionReason ?? null) : EXAMPLE_REASONS[exampleReason];
      return c.json({ eventId: decide(core, document, { state: documentState, rejectionReason: reason }) });
    });
  });
}

function switched(core: Core, patch: z.infer<typeof switchesPatchSchema>) {
  const switches = core.switches.patch(patch);
  core.ring();
  return switches;
}

/** The query `newest` limits the answer to that many, for callers that poll often. */
function newest(context: Context): number | undefined {
  const wanted = Number(context.req.query('newest'));
  return Number.isSafeInteger(wanted) && wanted > 0 ? wanted : undefined;
}

/** No body counts as an empty object. */
async function withBody<Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
  act: (body: z.output<Schema>) => Response | Promise<Response>,
): Promise<Response> {
  const body = await readBody(context.req.raw, BODY_BYTES_MAX);
  const parsed = schema.safeParse(body === null ? undefined : json(Buffer.from(body).toString('utf8') || '{}'));
  if (parsed.success) return act(parsed.data);
  const [issue] = parsed.error.issues;
  return problem({ status: 400, detail: issue === undefined ? 'Invalid body.' : `${issue.path.join('.')}: ${issue.message}` });
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The schema refuses `undefined` with the same answer as any other invalid body.
    return undefined;
  }
}

function integrationOf(core: Core, context: Context) {
  const id = integrationIdSchema.safeParse(context.req.param('id'));
  return id.success ? core.store.integrations.get(id.data) : null;
}

function unknown(): Response {
  return problem({ status: 404, detail: 'There is no such thing.' });
}

/** An image needs nothing. A browser's PDF reader is a page around the file, which the directive `sandbox` would stop from showing it. */
const POLICIES: Readonly<Record<'image' | 'pdf', string>> = {
  image: "sandbox; default-src 'none'",
  pdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
};

/** The bytes as they were received; or a 404 that says why there are none. */
function receivedAnswer(core: Core, context: Context, member: keyof ReceivedText): Response {
  const id = documentIdSchema.safeParse(context.req.param('id'));
  const document = id.success ? core.store.documents.get(id.data) : null;
  if (document === null) return unknown();
  const received = core.store.received.get(document.id);
  const content = received?.[member] ?? null;
  if (content !== null) return fileAnswer({ mediaType: JSON_TYPE, content });
  const isDropped = received === null && (member === 'entries' ? document.entryLines : document.metadata) !== null;
  const detail = isDropped
    ? `The ${member} of this document are not kept any more: only the newest are.`
    : `This document came without ${member}.`;
  return problem({ status: 404, detail });
}

type Content = { readonly mediaType: FileRow['mediaType'] | typeof JSON_TYPE; readonly content: Uint8Array };

/** A stranger's file, to be displayed but never run: its type is not guessed, and no script runs. */
function fileAnswer({ mediaType, content }: Content): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': mediaType,
      'content-disposition': 'inline',
      'content-security-policy': POLICIES[mediaType === 'application/pdf' ? 'pdf' : 'image'],
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=3600, immutable',
    },
  });
}

/** Creates an event by hand. It is signed and delivered like any other. */
function emitEvent(core: Core, wanted: z.output<typeof eventSchema>): EventId {
  const document = wanted.documentId === null ? null : core.store.documents.get(wanted.documentId);
  const known =
    document === null
      ? {}
      : { integrationId: document.integrationId, documentId: document.id, externalReference: document.reference, metadata: null };
  const eventId = core.store.transaction(() =>
    keepEvent(core, {
      type: wanted.type,
      integrationId: wanted.integrationId ?? document?.integrationId ?? null,
      documentId: document?.id ?? null,
      data: { ...known, ...wanted.data },
      envelope: wanted.envelope,
    }),
  );
  core.ring();
  return eventId;
}

/** What is kept of a document's own bytes: its file, by its media type, and its entries. */
type Kept = { readonly file: FileRow['mediaType'] | null; readonly entries: boolean };

/** What the control API shows, which is never a secret. */
function documentView(document: DocumentRow, kept: Kept) {
  return {
    documentId: document.id,
    integrationId: document.integrationId,
    importType: document.importType,
    externalReference: document.reference,
    filename: document.filename,
    sha256: document.sha256,
    bytes: document.bytes,
    /** The media type of `GET /documents/{id}/file`; null if the file is not kept (any more). */
    fileKept: kept.file,
    userEmail: document.userEmail,
    comment: document.comment,
    entryLines: document.entryLines,
    /** Whether `GET /documents/{id}/entries` has them. */
    entriesKept: kept.entries,
    organization: document.organization === null ? null : (JSON.parse(document.organization) as unknown),
    metadata: document.metadata === null ? null : (JSON.parse(document.metadata) as unknown),
    /** What the decoder found in the file; null if it was not asked. */
    decoded: document.decoded === null ? null : decodedSchema.parse(JSON.parse(document.decoded)),
    receivedAt: iso(document.receivedAt),
    documentState: document.state,
    decidedAt: document.decidedAt === null ? null : iso(document.decidedAt),
    rejectionReason: document.rejectionReason,
  };
}

function integrationView(integration: IntegrationRow) {
  return {
    integrationId: integration.id,
    state: integration.revokedAt === null ? 'active' : 'revoked',
    closedAs: integration.closedAs,
    revokedAt: integration.revokedAt === null ? null : iso(integration.revokedAt),
    revokedAs: integration.revokedAs,
  };
}

function deliveryView(core: Core, delivery: DeliveryRow) {
  const attempts = core.store.deliveries.attempts(delivery.id);
  return {
    deliveryId: delivery.id,
    eventId: delivery.eventId,
    type: delivery.type,
    event: JSON.parse(delivery.body) as unknown,
    state: delivery.state,
    nextAt: delivery.state === 'pending' ? iso(delivery.nextAt) : null,
    attempts: attempts.map(({ at, status, code }) => ({ at: iso(at), status, code })),
  };
}

/** The sandbox's own time, and how far it is ahead of the machine's. */
function clockView(core: Core) {
  return { now: iso(core.clock.wallMs()), aheadMs: core.clock.aheadMs() };
}
