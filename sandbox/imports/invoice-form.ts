import { filenameFault } from '#shared/contract/filename.ts';
import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { ENTRIES_BYTES_MAX, FILENAME_MAX } from '#shared/contract/limits.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { digest } from '../digest.ts';
import { readBody } from '../read-body.ts';
import { emailFault, entriesFault, entriesSizeFault, invalid, isObject, json, referenceFault } from './common-fields.ts';
import type { ImportFault } from './import-fault.ts';
import { mediaTypeOf } from './media-type-of.ts';
import type { Imported } from './record.ts';

/** All other fields together, and the boundaries between the parts. */
const OTHER_BYTES_MAX = 1_048_576;

/** An invoice import (contract, Invoice import form fields): the first rule that is broken, or what there is to record. */
export async function invoiceForm(request: Request, fileBytesMax: number): Promise<Result<Imported, ImportFault>> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(type)) return fail(invalid('The body must be multipart/form-data.'));
  const body = await readBody(request, fileBytesMax + ENTRIES_BYTES_MAX + OTHER_BYTES_MAX);
  if (body === null) return fail({ kind: 'oversize', detail: 'The request is too large.' });
  const form = await parsed(body, type);
  if (form === null) return fail(invalid('The form cannot be read.'));
  const twice = Object.values(FORM_FIELDS).find((name) => form.getAll(name).length > 1);
  if (twice !== undefined) return fail(invalid(`${twice} is given more than once.`));
  const file = form.get(FORM_FIELDS.file);
  if (!(file instanceof File)) return fail(invalid('file is missing.'));
  return checked(new Uint8Array(await file.arrayBuffer()), await texts(form), fileBytesMax);
}

type Texts = Readonly<Record<keyof typeof FORM_FIELDS, string | null>>;

function checked(bytes: Uint8Array, fields: Texts, fileBytesMax: number): Result<Imported, ImportFault> {
  const { filename, userEmail, comment, externalReference, entries, organization } = fields;
  if (filename === null || filename === '') return fail(invalid('filename is missing.'));
  if (filenameFault(filename) === 'too-long') return fail(invalid(`filename has more than ${FILENAME_MAX} characters.`));
  if (filenameFault(filename) === 'ending') return fail(invalid('filename must end with .pdf, .jpg, .jpeg, .png or .bmp.'));
  if (bytes.byteLength === 0) return fail(invalid('file is empty.'));
  if (bytes.byteLength > fileBytesMax) return fail({ kind: 'oversize', detail: `file has ${bytes.byteLength} bytes.` });
  if (mediaTypeOf(bytes) === null) return fail(invalid('file is none of PDF, JPEG, PNG, BMP.'));
  const fault = emailFault(userEmail) ?? referenceFault(externalReference) ?? (entries === null ? null : entriesSizeFault(entries));
  if (fault !== null) return fail(fault);
  if (organization !== null && !isObject(json(organization))) return fail(invalid('organization must be a JSON object.'));
  const lines = entries === null ? ok(null) : entriesFault(json(entries));
  if (!lines.ok) return lines;
  return ok({
    reference: externalReference,
    filename,
    sha256: digest(bytes),
    bytes: bytes.byteLength,
    userEmail,
    comment,
    entryLines: lines.value,
    organization,
    metadata: null,
  });
}

async function parsed(body: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData | null> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    // The platform's parser throws on a broken form; that is the caller's fault and an answer.
    return null;
  }
}

/** A JSON part may come with a filename of its own, and is a file to the parser then. */
async function texts(form: FormData): Promise<Texts> {
  const text = async (name: string): Promise<string | null> => {
    const value = form.get(name);
    return value instanceof File ? value.text() : value;
  };
  return {
    filename: await text(FORM_FIELDS.filename),
    userEmail: await text(FORM_FIELDS.userEmail),
    comment: await text(FORM_FIELDS.comment),
    externalReference: await text(FORM_FIELDS.externalReference),
    entries: await text(FORM_FIELDS.entries),
    organization: await text(FORM_FIELDS.organization),
    file: null,
  };
}
