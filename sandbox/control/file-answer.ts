import type { FileRow } from '../store/file-rows.ts';

/** An image needs nothing. A reader of PDF in the browser is a page around the file, which a sandbox would keep from showing it. */
const POLICIES: Readonly<Record<'image' | 'pdf', string>> = {
  image: "sandbox; default-src 'none'",
  pdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
};

/** A stranger's file, to be looked at and not to be run: no guessing of its type, no script. */
export function fileAnswer({ mediaType, content }: FileRow): Response {
  return new Response(new Uint8Array(content), {
    headers: {
      'content-type': mediaType,
      'content-disposition': 'inline',
      'content-security-policy': POLICIES[mediaType === 'application/pdf' ? 'pdf' : 'image'],
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=3600, immutable',
    },
  });
}
