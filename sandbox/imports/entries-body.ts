import { z } from 'zod';
import { JSON_TYPE } from '#shared/contract/headers.ts';
import { ENTRIES_BYTES_MAX, METADATA_BYTES_MAX } from '#shared/contract/limits.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { readBody } from '../read-body.ts';
import { emailFault, entriesFault, entriesSizeFault, invalid, isObject, json, referenceFault } from './common-fields.ts';
import type { ImportFault } from './import-fault.ts';
import type { Imported } from './record.ts';

/** The other members, and white space between all of them. */
const OTHER_BYTES_MAX = 1_048_576;

const bodySchema = z.looseObject({
  entries: z.unknown(),
  userEmail: z.string().optional(),
  externalReference: z.string().optional(),
  metadata: z.unknown().optional(),
});

/** An import of entries alone (contract, Endpoints 5): the first rule that is broken, or what there is to record. */
export async function entriesBody(request: Request): Promise<Result<Imported, ImportFault>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE) return fail(invalid('The body must be application/json.'));
  const body = await readBody(request, ENTRIES_BYTES_MAX + OTHER_BYTES_MAX);
  if (body === null) return fail({ kind: 'oversize', detail: 'The request is too large.' });
  const parsed = bodySchema.safeParse(json(Buffer.from(body).toString('utf8')));
  if (!parsed.success) return fail(invalid('The body must be a JSON object with entries.'));
  return checked(parsed.data);
}

function checked(body: z.infer<typeof bodySchema>): Result<Imported, ImportFault> {
  const userEmail = body.userEmail ?? null;
  const reference = body.externalReference ?? null;
  if (body.entries === undefined) return fail(invalid('entries is missing.'));
  const fault = entriesSizeFault(JSON.stringify(body.entries)) ?? emailFault(userEmail) ?? referenceFault(reference);
  if (fault !== null) return fail(fault);
  const metadata = body.metadata ?? null;
  if (metadata !== null && !isObject(metadata)) return fail(invalid('metadata must be a JSON object or null.'));
  const serialised = metadata === null ? null : JSON.stringify(metadata);
  if (serialised !== null && Buffer.byteLength(serialised) > METADATA_BYTES_MAX) {
    return fail(invalid(`metadata has more than ${METADATA_BYTES_MAX} bytes.`));
  }
  const lines = entriesFault(body.entries);
  if (!lines.ok) return lines;
  const none = { filename: null, sha256: null, bytes: null, comment: null, organization: null };
  return ok({ ...none, reference, userEmail, entryLines: lines.value, metadata: serialised });
}
