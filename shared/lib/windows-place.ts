import { isWindowsName } from './is-windows-name.ts';

/**
 * `drive`: below a drive's letter. `remote`: on a share of another computer; `host` in small letters, with what WebDAV puts behind it
 * (`@ssl@8443`). Both with `path` in one spelling. `none`: a device, a pipe, a stream within a file, or nothing that is absolute.
 */
export type WindowsPlace =
  | { readonly kind: 'drive'; readonly path: string }
  | { readonly kind: 'remote'; readonly path: string; readonly host: string }
  | { readonly kind: 'none' };

/** Before what is handed to the kernel as it stands; each of its slashes may lean either way. */
const KERNEL = /^\\(?:\\\?|\?\?)\\(.*)$/su;
const UNC = /^unc\\/i;
const DRIVE = /^[a-z]:\\/i;
const SHARE = /^\\\\([^\\]+)\\([^\\]+)/u;
const HOST = /^[\p{L}\p{N}_][\p{L}\p{N}._$-]*(?:@ssl)?(?:@\d{1,5})?$/iu;
/** Served by every computer, and no folders. */
const PIPES: ReadonlySet<string> = new Set(['pipe', 'mailslot', 'ipc$', '.', '..']);
const NONE: WindowsPlace = { kind: 'none' };

/**
 * What a path means to Windows, by its text alone. No disk is asked, because the very question whether something is there signs the person
 * in at the computer that is named: it gets their name and a form of their password.
 */
export function windowsPlace(path: string): WindowsPlace {
  const text = plain(path.replaceAll('/', '\\'));
  if (text === null) return NONE;
  if (DRIVE.test(text)) return areNames(text.slice(3)) ? { kind: 'drive', path: text } : NONE;
  const [root = '', host = '', share = ''] = SHARE.exec(text) ?? [];
  if (!HOST.test(host) || PIPES.has(share.toLowerCase()) || !areNames(`${share}${text.slice(root.length)}`)) return NONE;
  return { kind: 'remote', path: text, host: host.toLowerCase() };
}

/** Without the kernel's prefix; null where that leads anywhere but to a drive or a share. */
function plain(text: string): string | null {
  const [, rest] = KERNEL.exec(text) ?? [];
  if (rest === undefined) return text;
  if (UNC.test(rest)) return `\\\\${rest.replace(UNC, '')}`;
  return DRIVE.test(rest) ? rest : null;
}

function areNames(below: string): boolean {
  return below.split('\\').every(isWindowsName);
}
