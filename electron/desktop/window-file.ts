import { extname, resolve } from 'node:path';
import { isInside } from '#shared/node/is-inside.ts';
import { isAppAddress } from './app-address.ts';

export type WindowFile = { readonly path: string; readonly contentType: string };

/** What a build of the window holds. Anything else under its folder is not served. */
const CONTENT_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
  // What previews are drawn with; read as bytes by our own page.
  ['.wasm', 'application/octet-stream'],
  ['.pfb', 'application/octet-stream'],
  ['.ttf', 'application/octet-stream'],
  ['.bcmap', 'application/octet-stream'],
]);

/** The file that an address of the window stands for, always inside `root`; null for what is not one of ours. */
export function windowFile(root: string, address: string): WindowFile | null {
  if (!isAppAddress(address)) return null;
  const pathname = decoded(new URL(address).pathname);
  // A backslash is a separator on Windows, a NUL cuts a path short, a colon names a drive or an alternate stream.
  if (pathname === null || /[\\:]/.test(pathname) || pathname.includes('\0')) return null;
  const path = resolve(root, `.${pathname === '/' ? '/index.html' : pathname}`);
  const contentType = CONTENT_TYPES.get(extname(path).toLowerCase());
  return contentType !== undefined && isInside(path, resolve(root)) ? { path, contentType } : null;
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname);
  } catch {
    // A broken percent sequence names no file of ours.
    return null;
  }
}
