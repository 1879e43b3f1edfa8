import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { MEDIA_TYPES, type MediaType } from '#shared/contract/media-types.ts';
import { utf8 } from '#shared/lib/utf8.ts';
import type { BodyPart } from '#shared/ports/http.ts';
import type { Random } from '#shared/ports/random.ts';

export type Form = {
  /** In the order in which they are sent; the caller leaves out fields without a value. */
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  readonly file: { readonly bytes: BodyPart; readonly mediaType: string };
};

export type Multipart = {
  readonly contentType: string;
  /** The part before the file, the file's own bytes (as they were given, not copied), and the part after. */
  readonly parts: readonly [Uint8Array, BodyPart, Uint8Array];
};

/** A plain media type. It comes from our own inspection, but a wrong one must not break the header. */
const MEDIA_TYPE = /^[a-z0-9.+-]+\/[a-z0-9.+-]+$/;

/**
 * The body of an invoice import (§ Invoice form; C15): text fields first, `file` last. The file's name in the header is plain ASCII;
 * the real one is sent in the field `filename`, where UTF-8 is unambiguous.
 */
export function multipart(form: Form, random: Random): Multipart {
  // 122 random bits: no scan contains them by chance, and none can contain them on purpose.
  const boundary = `intray-${random.uuid()}`;
  const texts = form.fields.map(({ name, value }) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`);
  const mediaType = MEDIA_TYPE.test(form.file.mediaType) ? form.file.mediaType : 'application/octet-stream';
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="${FORM_FIELDS.file}"; filename="${plainName(mediaType)}"\r\n` +
    `Content-Type: ${mediaType}\r\n\r\n`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    parts: [utf8(texts.join('') + head), form.file.bytes, utf8(`\r\n--${boundary}--\r\n`)],
  };
}

function plainName(mediaType: string): string {
  const ending = mediaType in MEDIA_TYPES ? MEDIA_TYPES[mediaType as MediaType][0] : '';
  return `document${ending}`;
}
