import { type Context, Hono } from 'hono';
import { ERROR_CODES, REVOKED_REASONS } from '#shared/contract/answers.ts';
import type { DocumentId } from '#shared/contract/ids.ts';
import { IMPORT_TYPES, type ImportType } from '#shared/contract/import-types.ts';
import { importPath, JSON_TYPE } from '#shared/contract/routes.ts';
import { type Core, iso } from '../core.ts';
import { cut, shaped } from '../faults/broken-answer.ts';
import { faulty } from '../faults/faulty.ts';
import { authenticate } from '../integrations/authenticate.ts';
import { revoke } from '../integrations/revoke.ts';
import { problem } from '../problem.ts';
import type { DocumentRow } from '../store/document-rows.ts';
import type { ReceivedText } from '../store/file-rows.ts';
import type { Deliverer } from '../webhooks/deliverer.ts';
import { decide, type Imported, record, verdictOn } from './record.ts';
import { emailFault, entriesFault, entriesSizeFault, type ImportFault, invalid, isObject, referenceFault } from './common-fields.ts';
import { invoiceForm } from './invoice-form.ts';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { readBody, strictText } from '../read-body.ts';
import type { Switches } from '../switches/switches-schema.ts';
import { type Json, strictJson } from './strict-json.ts';

/** The three imports (§ Import routes). */
export function importRoutes(core: Core, deliverer: Deliverer): Hono {
  const app = new Hono();
  for (const importType of IMPORT_TYPES) {
    const path = importPath(':integrationId', importType);
    app.post(path, faulty(core, importType), shaped(core), (context) => answerImport(core, deliverer, { context, importType }));
  }
  return app;
}

type Call = { readonly context: Context; readonly importType: ImportType };

/** The order of C36: authentication, the company's state, the data, the reference, and then the recording. */
async function answerImport(core: Core, deliverer: Deliverer, call: Call): Promise<Response> {
  const { raw } = call.context.req;
  const id = call.context.req.param('integrationId') ?? '';
  const found = authenticate(core, { integrationId: id, headers: raw.headers, secret: 'needed' });
  if (!found.ok) return found.failure;
  const { id: integrationId, closedAs } = found.value;
  if (closedAs !== null) {
    revoke(core, integrationId, closedAs);
    return problem({ status: 400, detail: REVOKED_REASONS[closedAs], errorCode: closedAs });
  }
  const rules = core.switches.now();
  const taken = call.importType === 'entries' ? await entriesBody(raw, rules) : await invoiceForm(raw, rules);
  if (!taken.ok) return notTaken(core, taken.failure);
  const read = await decoded(core, taken.value);
  if (!read.ok) return notTaken(core, read.failure);
  const recorded = await record(core, read.value, { integrationId, importType: call.importType });
  return recorded.kind === 'known' ? duplicate(core, recorded.as) : answer(core, deliverer, recorded.documentId);
}

function duplicate(core: Core, known: DocumentRow): Response {
  const { duplicateNamesDocument, depositDateAs } = core.switches.now();
  const dates = {
    iso: iso(known.receivedAt),
    'iso-local': iso(known.receivedAt).slice(0, 'YYYY-MM-DDThh:mm:ss'.length),
    milliseconds: known.receivedAt,
    none: null,
  };
  const depositDate = dates[depositDateAs];
  return problem({
    status: 409,
    detail: 'externalReference is already used.',
    errorCode: ERROR_CODES.duplicateReference,
    more: { ...(duplicateNamesDocument ? { documentId: known.id } : {}), ...(depositDate === null ? {} : { depositDate }) },
  });
}

function notTaken(core: Core, fault: ImportFault): Response {
  const { oversizeStatus } = core.switches.now();
  core.log.info('import not taken', { kind: fault.kind });
  if (fault.kind === 'oversize' && oversizeStatus === 'reset') return cut();
  if (fault.kind === 'oversize' && oversizeStatus === 413) return problem({ status: 413, detail: fault.detail });
  return problem({ status: 400, detail: fault.detail, errorCode: ERROR_CODES.validation });
}

/** From here on the document exists, whatever happens to the answer. */
async function answer(core: Core, deliverer: Deliverer, documentId: DocumentId): Promise<Response> {
  const { eventBeforeAnswer, importLatencyMs } = core.switches.now();
  const document = eventBeforeAnswer ? core.store.documents.get(documentId) : null;
  if (document !== null) await deliverer.deliverNow(decide(core, document, verdictOn(core, document)));
  if (importLatencyMs > 0) await core.clock.sleep(importLatencyMs, core.stop);
  return core.switches.takeLostAnswer() ? cut() : Response.json({ documentId });
}

/** For the other members, and white space between all of them. */
const OTHER_BYTES_MAX = 1_048_576;

const bodySchema = z.looseObject({
  entries: z.unknown(),
  userEmail: z.string().optional(),
  externalReference: z.string().optional(),
  metadata: z.unknown().optional(),
});

/** An import of entries alone (§ Entries route): the first rule that is broken, or what to record. */
async function entriesBody(request: Request, rules: Switches): Promise<Result<Imported, ImportFault>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE) return fail(invalid('The body must be application/json.'));
  const body = await readBody(request, rules.maxEntriesBytes + OTHER_BYTES_MAX);
  if (body === null) return fail({ kind: 'oversize', detail: 'The request is too large.' });
  const text = strictText(body);
  if (text === null) return fail(invalid('The body is no UTF-8.'));
  const json = strictJson(text, { strict: rules.strictJson, free: 'metadata' });
  if (!json.ok) return fail(invalid(`The body ${json.failure}.`));
  const parsed = bodySchema.safeParse(json.value.value);
  if (!parsed.success) return fail(invalid(bodyFault(json.value.value, parsed.error)));
  return checked(parsed.data, json.value, rules);
}

function bodyFault(value: unknown, error: z.ZodError): string {
  const member = error.issues[0]?.path[0];
  return isObject(value) && member !== undefined ? `${String(member)} must be a string.` : 'The body must be a JSON object with entries.';
}

function checked(body: z.infer<typeof bodySchema>, json: Json, rules: Switches): Result<Imported, ImportFault> {
  const userEmail = body.userEmail ?? null;
  const reference = body.externalReference ?? null;
  if (body.entries === undefined) return fail(invalid('entries is missing.'));
  const fault = entriesSizeFault(JSON.stringify(body.entries), rules) ?? emailFault(userEmail, rules) ?? referenceFault(reference, rules);
  if (fault !== null) return fail(fault);
  const metadata = metadataOf(body.metadata ?? null, json.texts.get('metadata') ?? null, rules.maxMetadataBytes);
  if (!metadata.ok) return metadata;
  const lines = entriesFault(body.entries, rules);
  if (!lines.ok) return lines;
  const none = { file: null, decoded: null, filename: null, sha256: null, bytes: null, comment: null, organization: null };
  return ok({ ...none, reference, userEmail, entryLines: lines.value, metadata: metadata.value, received: receivedOf(json) });
}

/** The bytes of both members as they stood in the body, which is strict UTF-8, so that decoding changed nothing. */
function receivedOf({ texts }: Json): ReceivedText {
  const [entries = '', metadata] = [texts.get('entries'), texts.get('metadata')];
  return { entries: Buffer.from(entries), metadata: metadata === undefined ? null : Buffer.from(metadata) };
}

/** The text as it was sent, so that it can be returned unchanged to the last digit, unless white space takes it over the limit. */
function metadataOf(metadata: unknown, raw: string | null, bytesMax: number): Result<string | null, ImportFault> {
  if (metadata === null) return ok(null);
  if (!isObject(metadata)) return fail(invalid('metadata must be a JSON object or null.'));
  const serialised = JSON.stringify(metadata);
  if (Buffer.byteLength(serialised) > bytesMax) return fail(invalid(`metadata has more than ${bytesMax} bytes.`));
  return ok(raw !== null && Buffer.byteLength(raw) <= bytesMax ? raw : serialised);
}

/** The switch `decodesFiles`: adds what is in the file, or refuses one that cannot be decoded. */
async function decoded(core: Core, imported: Imported): Promise<Result<Imported, ImportFault>> {
  const { decodesFiles } = core.switches.now();
  if (decodesFiles === 'no' || imported.file === null) return ok(imported);
  const found = await core.decodeFile(imported.file);
  if ('fault' in found && decodesFiles === 'refuse') return fail(invalid(`file cannot be read: ${found.fault}`));
  return ok({ ...imported, decoded: JSON.stringify(found) });
}
