import type { FileRow } from '../store/file-rows.ts';

/** An image needs nothing. A browser's PDF reader is a page around the file, which the directive `sandbox` would stop from showing it. */
const POLICIES: Readonly<Record<'image' | 'pdf', string>> = {
  image: "sandbox; default-src 'none'",
  pdf: "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'",
};

/** A stranger's file, to be displayed but never run: its type is not guessed, and no script runs. */
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
