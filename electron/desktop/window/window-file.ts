import { extname, join } from 'node:path';
import { isWindowsName } from '#shared/lib/file-names.ts';
import { isAppAddress } from './app-address.ts';

export type WindowFile = { readonly path: string; readonly contentType: string };

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
