import { posix, win32 } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  INVITATION_FILE_BYTES_MAX,
  invitationLinkText,
  LINK_CHARACTERS_MAX,
  parseInvitationLink,
} from '#shared/domain/invitation/invitation.ts';

/** What the system opens Intray with: the link of an invitation, or the file of one. */
export type OpenedWith = { readonly kind: 'link'; readonly link: string } | { readonly kind: 'file'; readonly path: string };

/** The longest path that is looked at. */
const PATH_CHARACTERS_MAX = INVITATION_FILE_BYTES_MAX;
const CONTROL = /\p{Cc}/u;
const FILE_NAME = /[^/\\]\.intray$/i;

/**
 * Reads the arguments of a start, also of a second one, which any page in a browser and any program can make. Nothing is read but one argument
 * behind `--`, and that has to be a whole link of an invitation or the absolute path of its file. Null for everything else.
 */
export function openedWith(argv: readonly string[], platform: NodeJS.Platform): OpenedWith | null {
  const dashes = argv.indexOf('--');
  const [only, another] = dashes === -1 ? [] : argv.slice(dashes + 1);
  return only === undefined || another !== undefined ? null : readArgument(only, platform);
}

/** The same of one word, such as macOS hands over by an event. */
export function readArgument(word: string, platform: NodeJS.Platform): OpenedWith | null {
  if (word.length > Math.max(LINK_CHARACTERS_MAX, PATH_CHARACTERS_MAX)) return null;
  const link = parseInvitationLink(word);
  if (link !== null) return { kind: 'link', link: invitationLinkText(link, 'https') };
  const path = platform === 'win32' ? word : localPath(word);
  const isAbsolute = (platform === 'win32' ? win32 : posix).isAbsolute(path);
  return isAbsolute && FILE_NAME.test(path) && !CONTROL.test(path) ? { kind: 'file', path } : null;
}

/** How the address of a file on this computer begins. */
const LOCAL_FILE = pathToFileURL('/', { windows: false }).href;

/** File managers of Linux may hand over a file as an address. One on another host is none of ours. */
function localPath(word: string): string {
  if (!word.startsWith(LOCAL_FILE)) return word;
  try {
    return fileURLToPath(word, { windows: false });
  } catch {
    // An encoded slash, or a text that is not encoded as an address.
    return '';
  }
}
