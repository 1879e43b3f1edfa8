import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beforeDashes } from '#shared/lib/file-names.ts';
import { app } from 'electron/main';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { type Configuration, configurationSchema } from '#shared/app-api/installation.ts';

/** The keychain, unless the user names a key file. Intray never falls back silently from one to the other. */
export type KeyPlace =
  | { readonly kind: 'keychain' }
  | { readonly kind: 'key-file'; readonly path: string; readonly absent: 'create' | 'refuse' };

/** Options of this start; a normal start by a user has none. */
export type LaunchOptions = {
  /** `--profile DIR`: where this installation's own files are, instead of the system's default. */
  readonly profile: string | null;
  /** `--key-file FILE`, INTRAY_KEY_FILE or, if there is none yet, `--create-key-file FILE`: for machines without a keychain. */
  readonly key: KeyPlace;
  /** `--hidden`: started by the system at log-in, so the window stays closed. */
  readonly hidden: boolean;
  /** `--quit`: ends the running Intray and starts none. The Windows installer uses it before it replaces or removes the program. */
  readonly quit: boolean;
};

/** Must equal `appId` in electron-builder.yml: the installer's shortcut carries that id, and Windows matches the two. */
export const APP_ID = 'app.intray.desktop';
export const HIDDEN_SWITCH = '--hidden';
export const QUIT_SWITCH = '--quit';

/** Chromium's own switches and the app's folder are mixed with ours, so unknown arguments are ignored. `--` ends the options of both. */
export function launchOptions(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): LaunchOptions {
  const { values } = parseArgs({
    args: [...beforeDashes(argv.slice(1))],
    options: {
      profile: { type: 'string' },
      'key-file': { type: 'string' },
      'create-key-file': { type: 'string' },
      hidden: { type: 'boolean' },
      quit: { type: 'boolean' },
    },
    strict: false,
    allowPositionals: true,
  });
  const created = path(values['create-key-file']);
  const given = created ?? path(values['key-file']) ?? path(env['INTRAY_KEY_FILE']);
  return {
    profile: path(values.profile),
    hidden: values.hidden === true,
    quit: values.quit === true,
    key: given === null ? { kind: 'keychain' } : { kind: 'key-file', path: given, absent: created === null ? 'refuse' : 'create' },
  };
}

function path(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? resolve(value) : null;
}

/** Whether the system started Intray, not a user. On Windows and Linux the autostart entry passes `--hidden`; macOS cannot pass a switch. */
export function startedByComputer(hidden: boolean, platform: NodeJS.Platform): boolean {
  return hidden || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}

/** Intray's own switches, and the few of Chromium's that a user may need to see the window at all. */
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

const manifestSchema = z.object({ configuration: configurationSchema });

/** Service and relay that were named when this package was made (INTRAY_CONFIGURATION); null if none were. `root` holds its package.json. */
export function builtInConfiguration(root: string): Configuration | null {
  const manifest = manifestSchema.safeParse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  return manifest.success ? manifest.data.configuration : null;
}

/** `nothing`: the system made the start at log-in, so no window is wanted. */
type SecondStart = 'window' | 'quit' | 'nothing';

/**
 * What a second start requests. Any program on this computer can make one with any arguments, so nothing else of them is read here: no path or
 * option reaches the running Intray (ADR-51). Behind `--`, `openedWith` reads an invitation and nothing else. A program that can start another can
 * also kill ours, so `--quit` grants nothing new.
 */
export function secondStart(argv: readonly string[]): SecondStart {
  const words = beforeDashes(argv);
  if (words.includes(QUIT_SWITCH)) return 'quit';
  return words.includes(HIDDEN_SWITCH) ? 'nothing' : 'window';
}
