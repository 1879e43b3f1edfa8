import { INVOICE_TYPES } from '#shared/contract/import-types.ts';
import { hex } from '#shared/lib/hex.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

export type SeenUpload = { readonly importType: string; readonly reference: string; readonly sha256: string };

const CRLF2 = Buffer.from('\r\n\r\n');

/** The content of an import request, cut out of its bytes by the test's own parser; null for any other request. */
export function uploadOf(request: HttpRequest): SeenUpload | null {
  const importType = INVOICE_TYPES.find((type) => request.method === 'POST' && request.url.endsWith(`/${type}`));
  if (importType === undefined || request.body === undefined) return null;
  const boundary = /boundary=([^;]+)/.exec(request.headers['content-type'] ?? '')?.[1]?.replaceAll('"', '') ?? '';
  const parts = partsOf(bodyAtHand(request.body), boundary);
  const file = parts.get('file');
  return {
    importType,
    reference: parts.get('externalReference')?.toString('latin1') ?? 'none',
    sha256: file === undefined ? 'none' : hex(nodeSha256([file])),
  };
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
