import { z } from 'zod';
import { JSON_TYPE } from '#shared/contract/headers.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { readBody } from '../read-body.ts';
import { strictText } from '../strict-text.ts';
import type { Switches } from '../switches/switches-schema.ts';
import { emailFault, entriesFault, entriesSizeFault, invalid, isObject, referenceFault } from './common-fields.ts';
import type { ImportFault } from './import-fault.ts';
import type { Imported } from './record.ts';
import { type Json, strictJson } from './strict-json.ts';

/** For the other members, and white space between all of them. */
const OTHER_BYTES_MAX = 1_048_576;

const bodySchema = z.looseObject({
  entries: z.unknown(),
  userEmail: z.string().optional(),
  externalReference: z.string().optional(),
  metadata: z.unknown().optional(),
});

/** An import of entries alone (§ Entries route): the first rule that is broken, or what to record. */
export async function entriesBody(request: Request, rules: Switches): Promise<Result<Imported, ImportFault>> {
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
  const metadata = metadataOf(body.metadata ?? null, json.raw, rules.maxMetadataBytes);
  if (!metadata.ok) return metadata;
  const lines = entriesFault(body.entries, rules);
  if (!lines.ok) return lines;
  const none = { file: null, decoded: null, filename: null, sha256: null, bytes: null, comment: null, organization: null };
  return ok({ ...none, reference, userEmail, entryLines: lines.value, metadata: metadata.value });
}

/** The text as it was sent, so that it can be returned unchanged to the last digit, unless white space takes it over the limit. */
function metadataOf(metadata: unknown, raw: string | null, bytesMax: number): Result<string | null, ImportFault> {
  if (metadata === null) return ok(null);
  if (!isObject(metadata)) return fail(invalid('metadata must be a JSON object or null.'));
  const serialised = JSON.stringify(metadata);
  if (Buffer.byteLength(serialised) > bytesMax) return fail(invalid(`metadata has more than ${bytesMax} bytes.`));
  return ok(raw !== null && Buffer.byteLength(raw) <= bytesMax ? raw : serialised);
}
