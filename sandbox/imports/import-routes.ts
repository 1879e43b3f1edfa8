import { type Context, Hono } from 'hono';
import { ERROR_CODES, REVOKED_REASONS } from '#shared/contract/answers.ts';
import type { DocumentId } from '#shared/contract/ids.ts';
import { IMPORT_TYPES, type ImportType } from '#shared/contract/import-types.ts';
import { importPath } from '#shared/contract/routes.ts';
import type { Core } from '../core.ts';
import { cut } from '../faults/cut.ts';
import { faulty } from '../faults/faulty.ts';
import { shaped } from '../faults/shaped.ts';
import { authenticate } from '../integrations/authenticate.ts';
import { revoke } from '../integrations/revoke.ts';
import { iso } from '../iso.ts';
import { problem } from '../problem.ts';
import type { DocumentRow } from '../store/document-rows.ts';
import type { Deliverer } from '../webhooks/deliverer.ts';
import { decide, verdictOn } from './decide.ts';
import { decoded } from './decoded-import.ts';
import { entriesBody } from './entries-body.ts';
import type { ImportFault } from './import-fault.ts';
import { invoiceForm } from './invoice-form.ts';
import { record } from './record.ts';

/** The three imports (§ Import routes). */
export function importRoutes(core: Core, deliverer: Deliverer): Hono {
  const app = new Hono();
  for (const importType of IMPORT_TYPES) {
    const path = importPath(':integrationId', importType);
    app.post(path, faulty(core, importType), shaped(core), (context) => imported(core, deliverer, { context, importType }));
  }
  return app;
}

type Call = { readonly context: Context; readonly importType: ImportType };

/** The order of C36: authentication, the company's state, the data, the reference, and then the recording. */
async function imported(core: Core, deliverer: Deliverer, call: Call): Promise<Response> {
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
