/** Intray's own switches, and the few of Chromium's that a person may need to see the window at all. */
const OWN = new Set([
  'profile',
  'key-file',
  'create-key-file',
  'hidden',
  'quit',
  'lang',
  'disable-gpu',
  'force-device-scale-factor',
  'ozone-platform',
  'ozone-platform-hint',
  // Passed by the Windows installer at the first start of a newer version.
  'updated',
  // Passed by Windows when a notification is clicked after Intray has ended: Electron registers the program to be started then.
  'embedding',
]);
/** The start script of an AppImage passes it where the system allows no sandbox (ADR-58). */
const OF_APPIMAGE = 'no-sandbox';
/** The Finder of older macOS versions passes a process serial number. */
const OF_FINDER = /^-psn_\d+_\d+$/;
const NAME_MAX = 60;

type StartEnvironment = { readonly platform: NodeJS.Platform; readonly env: Readonly<Record<string, string | undefined>> };

/**
 * The first switch of a packaged start that is not on the list; null if all are. Chromium obeys many switches that no fuse disables: a debugging
 * port, an extension, another address for a host name. With one of them, any program that can start Intray could read what Intray may read,
 * under Intray's name.
 */
export function foreignSwitch(argv: readonly string[], { platform, env }: StartEnvironment): string | null {
  const words = argv.slice(1);
  // Chromium takes a word as a switch in any position, even where a value of ours belongs.
  for (const word of words) {
    // Chromium stops reading switches here, too.
    if (word === '--') return null;
    const name = nameOf(word, platform);
    if (name === null || (platform === 'darwin' && OF_FINDER.test(word))) continue;
    const isOwn = OWN.has(name) || (name === OF_APPIMAGE && env['APPIMAGE'] !== undefined);
    if (!isOwn) return name.slice(0, NAME_MAX);
  }
  return null;
}

/** Null for a word that is no switch. Chromium treats one dash like two; on Windows it also accepts a slash and ignores case. */
function nameOf(word: string, platform: NodeJS.Platform): string | null {
  const [, name] = (platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(word) ?? [];
  return name === undefined ? null : platform === 'win32' ? name.toLowerCase() : name;
}
