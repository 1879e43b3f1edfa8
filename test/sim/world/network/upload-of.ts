import { INVOICE_TYPES } from '#shared/contract/import-types.ts';
import { hex } from '#shared/lib/bytes.ts';
import { nodeSha256 } from '#shared/node/digest.ts';
import type { BodyPart, HttpRequest } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

export type SeenUpload = SeenImport & { readonly sha256: string };

export type SeenImport = { readonly importType: string; readonly reference: string };

const CRLF2 = Buffer.from('\r\n\r\n');

/** The content of an import request, cut out of its bytes by the test's own parser; null for any other request. */
export function uploadOf(request: HttpRequest): SeenUpload | null {
  const read = fieldsOf(request, bodyAtHand);
  const file = read?.parts.get('file');
  return read === null ? null : { ...read.seen, sha256: file === undefined ? 'none' : hex(nodeSha256([file])) };
}

/** The same without the content, which nobody has read yet. */
export function seenOf(request: HttpRequest): SeenImport | null {
  return fieldsOf(request, (body) => bodyAtHand(body.filter((part) => part instanceof Uint8Array)))?.seen ?? null;
}

type Fields = { readonly seen: SeenImport; readonly parts: ReadonlyMap<string, Buffer> };

function fieldsOf({ method, url, headers, body }: HttpRequest, read: (body: readonly BodyPart[]) => Buffer): Fields | null {
  const importType = INVOICE_TYPES.find((type) => method === 'POST' && url.endsWith(`/${type}`));
  if (importType === undefined || body === undefined) return null;
  const boundary = /boundary=([^;]+)/.exec(headers['content-type'] ?? '')?.[1]?.replaceAll('"', '') ?? '';
  const parts = partsOf(read(body), boundary);
  return { seen: { importType, reference: parts.get('externalReference')?.toString('latin1') ?? 'none' }, parts };
}

function partsOf(body: Buffer, boundary: string): ReadonlyMap<string, Buffer> {
  const delimiter = Buffer.from(`--${boundary}`);
  const parts = new Map<string, Buffer>();
  let at = body.indexOf(delimiter);
  while (at !== -1) {
    const head = at + delimiter.length;
    const next = body.indexOf(delimiter, head);
    const start = body.indexOf(CRLF2, head);
    if (next === -1 || start === -1) return parts;
    const name = /name="([^"]+)"/.exec(body.subarray(head, start).toString('latin1'))?.[1];
    if (name !== undefined) parts.set(name, body.subarray(start + CRLF2.length, next - 2));
    at = next;
  }
  return parts;
}
