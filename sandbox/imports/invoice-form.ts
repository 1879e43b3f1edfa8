import { FILENAME_ENDINGS, type MediaType } from '#shared/contract/media-types.ts';
import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { FILENAME_MAX } from '#shared/contract/limits.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { digest } from '../digest.ts';
import { readBody, strictText } from '../read-body.ts';
import type { Switches } from '../switches/switches-schema.ts';
import { emailFault, entriesFault, entriesSizeFault, type ImportFault, invalid, isObject, referenceFault } from './common-fields.ts';
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
  const entries = parts.value.find((part) => part.name === FORM_FIELDS.entries);
  return checked({ file: file.bytes, entries: entries?.bytes ?? null }, fields.value, rules);
}

type Texts = Readonly<Record<Exclude<keyof typeof FORM_FIELDS, 'file'>, string | null>>;

/** What is kept to the last byte. */
type Exact = { readonly file: Uint8Array; readonly entries: Uint8Array | null };

function checked({ file: bytes, entries }: Exact, fields: Texts, rules: Switches): Result<Imported, ImportFault> {
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
    received: entries === null ? null : { entries, metadata: null },
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

/** PDF readers search the first kilobyte for the mark, because scanners put a mail header or a byte-order mark before it. */
const PDF_MARK_WITHIN = 1_024;

/** The format by content, among the four that an import accepts (§ Invoice form); null for any other. */
export function mediaTypeOf(bytes: Uint8Array): MediaType | null {
  if (starts(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (starts(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (starts(bytes, [0x42, 0x4d]) && bytes.byteLength >= BMP_HEADER_BYTES) return 'image/bmp';
  const head = Buffer.from(bytes.subarray(0, PDF_MARK_WITHIN)).toString('latin1');
  return head.includes('%PDF-') ? 'application/pdf' : null;
}

/** Many files begin with these two letters; a bitmap has at least its file header and the size of the next header. */
const BMP_HEADER_BYTES = 18;

function starts(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, at) => bytes[at] === byte);
}

/** One part of a form. `bytes` is a view of the body, not a copy. */
type Part = PartHead & { readonly bytes: Uint8Array };

/** A form of this service has seven fields; more parts than this are an attack. */
const PARTS_MAX = 64;
/** Headers of one part; browsers and libraries send a few hundred bytes. */
const HEAD_BYTES_MAX = 8_192;
/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/** The boundary of a multipart/form-data content type; null if it has no usable one. */
function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))\s*(?:;|$)/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  return BOUNDARY.test(boundary) ? boundary : null;
}

/**
 * Reads a form (RFC 7578) strictly and without copying. What a lenient parser would guess (a part that does not end,
 * a name that is not UTF-8, an encoding of its own) is a failure, worded for a user.
 */
function multipart(body: Uint8Array, boundary: string): Result<readonly Part[], string> {
  const form = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const opening = Buffer.from(`--${boundary}`);
  const delimiter = Buffer.concat([CRLF, opening]);
  const parts: Part[] = [];
  let at = firstDelimiter(form, opening, delimiter);
  if (at === null) return fail('it has no part');
  while (true) {
    if (form.subarray(at, at + 2).toString('latin1') === '--') return ok(parts);
    const start = lineEnd(form, at);
    if (start === null) return fail('a boundary is followed by something else');
    if (parts.length === PARTS_MAX) return fail(`it has more than ${PARTS_MAX} parts`);
    const end = form.indexOf(delimiter, start - CRLF.byteLength);
    if (end < start - CRLF.byteLength) return fail('it ends in the middle of a part');
    const part = onePart(form.subarray(start, Math.max(start, end)));
    if (!part.ok) return part;
    parts.push(part.value);
    at = end + delimiter.byteLength;
  }
}

/** The position after the first delimiter, which is at the very beginning or after a preamble, which is ignored. */
function firstDelimiter(form: Buffer, opening: Buffer, delimiter: Buffer): number | null {
  if (form.subarray(0, opening.byteLength).equals(opening)) return opening.byteLength;
  const at = form.indexOf(delimiter);
  return at < 0 ? null : at + delimiter.byteLength;
}

/** The position after the delimiter's line, which may contain only white space. */
function lineEnd(form: Buffer, from: number): number | null {
  let at = from;
  while (form[at] === 0x20 || form[at] === 0x09) at += 1;
  return form[at] === 0x0d && form[at + 1] === 0x0a ? at + 2 : null;
}

function onePart(bytes: Buffer): Result<Part, string> {
  const end = bytes.subarray(0, HEAD_BYTES_MAX + HEAD_END.byteLength).indexOf(HEAD_END);
  if (end < 0) return fail('a part has no end of its headers, or too many');
  const text = strictText(bytes.subarray(0, end));
  if (text === null) return fail('the headers of a part are no UTF-8');
  const head = partHead(text);
  return head.ok ? ok({ ...head.value, bytes: bytes.subarray(end + HEAD_END.byteLength) }) : head;
}

type PartHead = {
  readonly name: string;
  /** Whether Content-Disposition has a filename: then the part is a file, whatever its name. */
  readonly isFile: boolean;
  /** Lower case, without parameters; null if the part has no content type. */
  readonly type: string | null;
};

/** Encodings that change nothing; RFC 7578, 4.7, allows no others. */
const PLAIN = ['7bit', '8bit', 'binary'];

/** The headers of one part of a form. */
function partHead(text: string): Result<PartHead, string> {
  const headers = new Map<string, string>();
  for (const line of text.split('\r\n')) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon <= 0 || !/^[\w-]+$/.test(name)) return fail('a header of a part is malformed');
    if (headers.has(name)) return fail(`a part has ${name} twice`);
    headers.set(name, line.slice(colon + 1).trim());
  }
  const disposition = headers.get('content-disposition') ?? '';
  if (!/^form-data\s*(;|$)/i.test(disposition)) return fail('a part is not form-data');
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding !== undefined && !PLAIN.includes(encoding)) return fail('a part is encoded in a way of its own');
  const parameters = parametersOf(disposition);
  if (parameters === null) return fail('a Content-Disposition is malformed');
  const name = parameters.get('name');
  if (name === undefined || name === '') return fail('a part has no name');
  const isFile = parameters.has('filename') || parameters.has('filename*');
  return ok({ name, isFile, type: headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null });
}

/** Quoted as by browsers (%22 for a quotation mark) or by RFC 2616 (a backslash before it). Null if malformed, or if one is given twice. */
function parametersOf(disposition: string): ReadonlyMap<string, string> | null {
  const parameters = new Map<string, string>();
  const pattern = /;\s*([\w*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s";]+))\s*/gy;
  pattern.lastIndex = disposition.indexOf(';');
  while (pattern.lastIndex >= 0 && pattern.lastIndex < disposition.length) {
    const found = pattern.exec(disposition);
    if (found === null) return null;
    const name = (found[1] ?? '').toLowerCase();
    if (parameters.has(name)) return null;
    parameters.set(name, found[2]?.replaceAll(/\\(["\\])/g, '$1') ?? found[3] ?? '');
  }
  return parameters;
}
