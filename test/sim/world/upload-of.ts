import { concat } from '#shared/lib/concat.ts';
import { hex } from '#shared/lib/hex.ts';
import { nodeSha256 } from '#shared/node/sha256.ts';
import type { HttpRequest } from '#shared/ports/http.ts';
import { INVOICE_TYPES } from '#shared/contract/import-types.ts';

export type SeenUpload = { readonly importType: string; readonly reference: string; readonly sha256: string };

/** What an import request carries, read by the platform's own parser; null for any other request. */
export async function uploadOf(request: HttpRequest): Promise<SeenUpload | null> {
  const importType = INVOICE_TYPES.find((type) => request.method === 'POST' && request.url.endsWith(`/${type}`));
  if (importType === undefined || request.body === undefined) return null;
  const form = await new Response(concat(request.body), { headers: request.headers }).formData();
  const file = form.get('file');
  const reference = form.get('externalReference');
  if (!(file instanceof Blob) || typeof reference !== 'string') return { importType, reference: 'none', sha256: 'none' };
  return { importType, reference, sha256: hex(nodeSha256([new Uint8Array(await file.arrayBuffer())])) };
}
