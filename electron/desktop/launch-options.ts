import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beforeDashes } from '#shared/lib/file-names.ts';
import { app } from 'electron/main';

/** The keychain, unless the person names a key file. Intray never falls back silently from one to the other. */
export type KeyPlace =
  | { readonly kind: 'keychain' }
  | { readonly kind: 'key-file'; readonly path: string; readonly absent: 'create' | 'refuse' };

/** Options of this start; a normal start by a person has none. */
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

/** Whether the system started Intray, not a person. On Windows and Linux the autostart entry passes `--hidden`; macOS cannot pass a switch. */
export function startedByComputer(hidden: boolean, platform: NodeJS.Platform): boolean {
  return hidden || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}
