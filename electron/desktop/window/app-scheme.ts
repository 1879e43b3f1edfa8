import { readFile } from 'node:fs/promises';
import { protocol } from 'electron/main';
import { PREVIEW_PATH } from '#shared/app-api/preview.ts';
import { previewPage } from '../../platform/preview-page.ts';
import { extname, join } from 'node:path';
import { isWindowsName } from '#shared/lib/file-names.ts';

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

type WindowFile = { readonly path: string; readonly contentType: string };

/** The file types in a build of the window. Nothing else in its folder is served. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml; charset=utf-8'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  // Used to draw previews; read as bytes by our own page.
  ['.wasm', 'application/octet-stream'],
  ['.pfb', 'application/octet-stream'],
  ['.ttf', 'application/octet-stream'],
  ['.bcmap', 'application/octet-stream'],
]);

/** The file for an address of the window, always inside `root`; null if the address is not one of ours. */
export function windowFile(root: string, address: string): WindowFile | null {
  if (!isAppAddress(address)) return null;
  const pathname = decoded(new URL(address).pathname);
  if (pathname === null) return null;
  const names = (pathname === '/' ? '/index.html' : pathname).slice(1).split('/');
  const contentType = CONTENT_TYPES.get(extname(names.at(-1) ?? '').toLowerCase());
  return contentType !== undefined && names.every(isPlain) ? { path: join(root, ...names), contentType } : null;
}

/**
 * Whether the name means the same single file on every system: no `..`, Windows separator, drive, alternate stream or device, and no ending that
 * Windows drops, which would give one file several names.
 */
function isPlain(name: string): boolean {
  return name !== '' && !/[. ]$/.test(name) && !name.includes('\\') && isWindowsName(name);
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A malformed percent sequence names no file of ours.
    return null;
  }
}

/** The window is served only from here; `app:` is a privileged scheme of ours (standard, secure). */
const APP_SCHEME = 'app';
const APP_HOST = 'intray';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/**
 * True for a page of ours. Compares scheme and host: Node gives `null` as the origin of every `app:` address, and a prefix comparison would let
 * `app://intray.evil/` pass.
 */
export function isAppAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
}
