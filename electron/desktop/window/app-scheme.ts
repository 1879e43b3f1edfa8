import { readFile } from 'node:fs/promises';
import { protocol } from 'electron/main';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { previewPage } from '../../platform/preview-page.ts';
import { APP_SCHEME, isAppAddress } from './app-address.ts';
import { windowFile } from './window-file.ts';

/** Must run before the app is ready. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
}

/** Serves only the files of the built window, from `root`. */
export function serveAppScheme(root: string): void {
  protocol.handle(APP_SCHEME, (request) => answer(root, request));
}

async function answer(root: string, request: Pick<Request, 'method' | 'url'>): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') return new Response(null, { status: 405, headers: { ...WINDOW_HEADERS } });
  if (isPreview(request.url)) return new Response(previewPage.html, { headers: { ...WINDOW_HEADERS, ...previewPage.headers } });
  const file = windowFile(root, request.url);
  if (file === null) return new Response(null, { status: 404, headers: { ...WINDOW_HEADERS } });
  try {
    const bytes = await readFile(file.path);
    return new Response(bytes, { headers: { ...WINDOW_HEADERS, 'content-type': file.contentType } });
  } catch {
    // Not in this build: the page shows what it can.
    return new Response(null, { status: 404, headers: { ...WINDOW_HEADERS } });
  }
}

function isPreview(address: string): boolean {
  return isAppAddress(address) && new URL(address).pathname === PREVIEW_PATH;
}

/** As strict as the window allows: nothing inline, nothing external, not in a frame. Pictures may also come from memory. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  // Only for the preview page, which has no origin.
  "frame-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** Sent with every answer of `app:`, including refusals. */
export const WINDOW_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // The app's files change with each version and are on a local disk: a cache could only be out of date.
  'cache-control': 'no-store',
};
