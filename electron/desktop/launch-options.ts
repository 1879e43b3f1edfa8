import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { beforeDashes } from '#shared/lib/before-dashes.ts';

/** The keychain, unless the person names a key file; there is never a silent fall-back from one to the other. */
export type KeyPlace =
  | { readonly kind: 'keychain' }
  | { readonly kind: 'key-file'; readonly path: string; readonly absent: 'create' | 'refuse' };

/** How this start was asked for; a person's daily start says nothing. */
export type LaunchOptions = {
  /** `--profile DIR`: where this installation's own files lie, instead of the system's place for them. */
  readonly profile: string | null;
  /** `--key-file FILE`, INTRAY_KEY_FILE or, where there is none yet, `--create-key-file FILE`: for machines without a keychain. */
  readonly key: KeyPlace;
  /** `--hidden`: started by the computer when the person logs in, so the window stays closed. */
  readonly hidden: boolean;
  /** `--quit`: ends the Intray that runs, and starts none. The installer of Windows asks so before it replaces or removes the program. */
  readonly quit: boolean;
};

export const HIDDEN_SWITCH = '--hidden';
export const QUIT_SWITCH = '--quit';

/** Chromium's own switches and the app's folder stand among ours, so what is not ours is passed over. Two dashes end the options of both. */
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
