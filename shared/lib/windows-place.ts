import { isWindowsName } from './file-names.ts';

/**
 * `drive`: below a drive letter. `remote`: on a share of another computer; `host` in lower case, with the suffix of WebDAV
 * (`@ssl@8443`). Both have `path` in one spelling. `none`: a device, a pipe, a stream within a file, or a path that is not absolute.
 */
export type WindowsPlace =
  | { readonly kind: 'drive'; readonly path: string }
  | { readonly kind: 'remote'; readonly path: string; readonly host: string }
  | { readonly kind: 'none' };

/** The prefix of a path that is passed to the kernel unchanged; each of its slashes may be of either kind. */
const KERNEL = /^\\(?:\\\?|\?\?)\\(.*)$/su;
const UNC = /^unc\\/i;
const DRIVE = /^[a-z]:\\/i;
const SHARE = /^\\\\([^\\]+)\\([^\\]+)/u;
const HOST = /^[\p{L}\p{N}_][\p{L}\p{N}._$-]*(?:@ssl)?(?:@\d{1,5})?$/iu;
/** Every computer serves these, and they are not folders. */
const PIPES: ReadonlySet<string> = new Set(['pipe', 'mailslot', 'ipc$', '.', '..']);
const NONE: WindowsPlace = { kind: 'none' };

/**
 * What a path means to Windows, judged by its text. The disk is not asked, because merely checking whether something exists signs the user
 * in to the computer named in the path, which then receives their name and a form of their password.
 */
export function windowsPlace(path: string): WindowsPlace {
  const text = plain(path.replaceAll('/', '\\'));
  if (text === null) return NONE;
  if (DRIVE.test(text)) return areNames(text.slice(3)) ? { kind: 'drive', path: text } : NONE;
  const [root = '', host = '', share = ''] = SHARE.exec(text) ?? [];
  if (!HOST.test(host) || PIPES.has(share.toLowerCase()) || !areNames(`${share}${text.slice(root.length)}`)) return NONE;
  return { kind: 'remote', path: text, host: host.toLowerCase() };
}

/** Removes the kernel's prefix; null if the path leads anywhere but to a drive or a share. */
function plain(text: string): string | null {
  const [, rest] = KERNEL.exec(text) ?? [];
  if (rest === undefined) return text;
  if (UNC.test(rest)) return `\\\\${rest.replace(UNC, '')}`;
  return DRIVE.test(rest) ? rest : null;
}

function areNames(below: string): boolean {
  return below.split('\\').every(isWindowsName);
}
