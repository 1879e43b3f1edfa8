/** Ours, and the few of Chromium's that a person may need to see the window at all. */
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
  // By the installer of Windows, at the first start of a newer version.
  'updated',
  // By Windows itself, when a notification of an Intray that has ended is clicked: Electron registers the program as the one to start then.
  'embedding',
]);
/** The start script of an AppImage gives it where the system allows no sandbox (ADR-22). */
const OF_APPIMAGE = 'no-sandbox';
/** The Finder of older versions of macOS numbers what it starts. */
const OF_FINDER = /^-psn_\d+_\d+$/;
const NAME_MAX = 60;

type Place = { readonly platform: NodeJS.Platform; readonly env: Readonly<Record<string, string | undefined>> };

/**
 * The name of the first switch of a packaged start that is not on the list; null where all are. Chromium obeys many that no fuse stops:
 * a port for debugging, an extension, another address for a name. Whoever can start a program with one could so read what Intray may
 * read, under Intray's name.
 */
export function foreignSwitch(argv: readonly string[], { platform, env }: Place): string | null {
  const words = argv.slice(1);
  // To Chromium a switch is one wherever it stands, also where a value of ours belongs.
  for (const word of words) {
    // What follows is no switch to Chromium either.
    if (word === '--') return null;
    const name = nameOf(word, platform);
    if (name === null || (platform === 'darwin' && OF_FINDER.test(word))) continue;
    const isOwn = OWN.has(name) || (name === OF_APPIMAGE && env['APPIMAGE'] !== undefined);
    if (!isOwn) return name.slice(0, NAME_MAX);
  }
  return null;
}

/** Null for a word that is no switch. Chromium takes one dash for two; on Windows it also takes a slash, and ignores case. */
function nameOf(word: string, platform: NodeJS.Platform): string | null {
  const [, name] = (platform === 'win32' ? /^(?:--?|\/)([^=]+)/ : /^--?([^=]+)/).exec(word) ?? [];
  return name === undefined ? null : platform === 'win32' ? name.toLowerCase() : name;
}
