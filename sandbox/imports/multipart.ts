import { fail, ok, type Result } from '#shared/lib/result.ts';
import { strictText } from '../strict-text.ts';
import { partHead, type PartHead } from './part-head.ts';

/** One part of a form. `bytes` is a view of the body, not a copy. */
export type Part = PartHead & { readonly bytes: Uint8Array };

/** A form of this service has seven fields; more parts than this are an attack. */
const PARTS_MAX = 64;
/** Headers of one part; browsers and libraries send a few hundred bytes. */
const HEAD_BYTES_MAX = 8_192;
/** RFC 2046, 5.1.1. */
const BOUNDARY = /^[\w'()+,./:=? -]{0,69}[\w'()+,./:=?-]$/;

const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');

/** The boundary of a multipart/form-data content type; null if it has no usable one. */
export function boundaryOf(contentType: string): string | null {
  const found = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))\s*(?:;|$)/i.exec(contentType);
  const boundary = found?.[1] ?? found?.[2] ?? '';
  return BOUNDARY.test(boundary) ? boundary : null;
}

/**
 * Reads a form (RFC 7578) strictly and without copying. What a lenient parser would guess (a part that does not end,
 * a name that is not UTF-8, an encoding of its own) is a failure, worded for a person.
 */
export function multipart(body: Uint8Array, boundary: string): Result<readonly Part[], string> {
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
