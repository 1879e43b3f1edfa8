import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { FILENAME_MAX } from '#shared/contract/limits.ts';
import { FILENAME_ENDINGS } from '#shared/contract/media-types.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { digest } from '../digest.ts';
import { readBody } from '../read-body.ts';
import { strictText } from '../strict-text.ts';
import type { Switches } from '../switches/switches-schema.ts';
import { emailFault, entriesFault, entriesSizeFault, invalid, isObject, referenceFault } from './common-fields.ts';
import type { ImportFault } from './import-fault.ts';
import { mediaTypeOf } from './media-type-of.ts';
import { boundaryOf, multipart, type Part } from './multipart.ts';
import type { Imported } from './record.ts';
import { strictJson } from './strict-json.ts';

/** For all other fields together, and the boundaries between the parts. */
const OTHER_BYTES_MAX = 1_048_576;

/** An invoice import (§ Invoice form): the first rule that is broken, or what to record. */
export async function invoiceForm(request: Request, rules: Switches): Promise<Result<Imported, ImportFault>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) return fail(invalid('The body must be multipart/form-data.'));
  const boundary = boundaryOf(type);
  if (boundary === null) return fail(invalid('The content type has no usable boundary.'));
  const body = await readBody(request, rules.maxFileBytes + rules.maxEntriesBytes + OTHER_BYTES_MAX);
  if (body === null) return fail({ kind: 'oversize', detail: 'The request is too large.' });
  const parts = multipart(body, boundary);
  if (!parts.ok) return fail(invalid(`The form cannot be read: ${parts.failure}.`));
  const twice = Object.values(FORM_FIELDS).find((name) => parts.value.filter((part) => part.name === name).length > 1);
  if (twice !== undefined) return fail(invalid(`${twice} is given more than once.`));
  const fields = texts(parts.value);
  if (!fields.ok) return fields;
  const file = parts.value.find((part) => part.name === FORM_FIELDS.file);
  if (file === undefined || !file.isFile) return fail(invalid('file is missing.'));
  return checked(file.bytes, fields.value, rules);
}

type Texts = Readonly<Record<Exclude<keyof typeof FORM_FIELDS, 'file'>, string | null>>;

function checked(bytes: Uint8Array, fields: Texts, rules: Switches): Result<Imported, ImportFault> {
  const { filename, userEmail, comment, externalReference } = fields;
  const fault =
    filenameFault(filename, rules) ?? fileFault(bytes, rules) ?? emailFault(userEmail, rules) ?? referenceFault(externalReference, rules);
  if (fault !== null) return fail(fault);
  if (comment !== null && rules.commentMax !== null && Array.from(comment).length > rules.commentMax) {
    return fail(invalid(`comment has more than ${rules.commentMax} characters.`));
  }
  const organization = organizationOf(fields.organization, rules);
  if (!organization.ok) return organization;
  const lines = fields.entries === null ? ok(null) : entriesOf(fields.entries, rules);
  if (!lines.ok) return lines;
  const mediaType = mediaTypeOf(bytes);
  return ok({
    file: mediaType === null ? null : { mediaType, content: bytes },
    reference: externalReference,
    filename,
    sha256: digest(bytes),
    bytes: bytes.byteLength,
    userEmail,
    comment,
    entryLines: lines.value,
    organization: organization.value,
    metadata: null,
    decoded: null,
  });
}

const LENGTHS = {
  'code-points': (text: string) => Array.from(text).length,
  'code-units': (text: string) => text.length,
  bytes: (text: string) => Buffer.byteLength(text),
} as const;

function filenameFault(filename: string | null, rules: Switches): ImportFault | null {
  if (filename === null || filename === '') return invalid('filename is missing.');
  if (LENGTHS[rules.filenameUnit](filename) > FILENAME_MAX) return invalid(`filename has more than ${FILENAME_MAX} characters.`);
  const lower = filename.toLowerCase();
  if (FILENAME_ENDINGS.some((ending) => lower.endsWith(ending))) return null;
  return invalid('filename must end with .pdf, .jpg, .jpeg, .png or .bmp.');
}

function fileFault(bytes: Uint8Array, rules: Switches): ImportFault | null {
  if (bytes.byteLength === 0) return invalid('file is empty.');
  if (bytes.byteLength > rules.maxFileBytes) return { kind: 'oversize', detail: `file has ${bytes.byteLength} bytes.` };
  return mediaTypeOf(bytes) === null ? invalid('file is none of PDF, JPEG, PNG, BMP.') : null;
}

function organizationOf(text: string | null, rules: Switches): Result<string | null, ImportFault> {
  if (text === null) return ok(null);
  const json = strictJson(text, { strict: rules.strictJson });
  if (!json.ok) return fail(invalid(`organization ${json.failure}.`));
  return isObject(json.value.value) ? ok(text) : fail(invalid('organization must be a JSON object.'));
}

function entriesOf(text: string, rules: Switches): Result<number, ImportFault> {
  const size = entriesSizeFault(text, rules);
  if (size !== null) return fail(size);
  const json = strictJson(text, { strict: rules.strictJson });
  return json.ok ? entriesFault(json.value.value, rules) : fail(invalid(`entries ${json.failure}.`));
}

/** The text fields. A JSON part may have a filename of its own, but must not be a form inside the form. */
function texts(parts: readonly Part[]): Result<Texts, ImportFault> {
  const found: Record<string, string | null> = {};
  for (const name of Object.values(FORM_FIELDS)) {
    const part = name === FORM_FIELDS.file ? undefined : parts.find((one) => one.name === name);
    if (part === undefined) continue;
    if (part.type?.startsWith('multipart/') === true) return fail(invalid(`${name} must not be a form of its own.`));
    const text = strictText(part.bytes);
    if (text === null) return fail(invalid(`${name} is no UTF-8.`));
    if (text.includes('\0')) return fail(invalid(`${name} has a NUL in it.`));
    found[name] = text;
  }
  const of = (name: string): string | null => found[name] ?? null;
  const { filename, userEmail, comment, externalReference, entries, organization } = FORM_FIELDS;
  return ok({
    filename: of(filename),
    userEmail: of(userEmail),
    comment: of(comment),
    externalReference: of(externalReference),
    entries: of(entries),
    organization: of(organization),
  });
}
