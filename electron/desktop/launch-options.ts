import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** How this start was asked for; both are null in a person's daily use. */
export type LaunchOptions = {
  /** `--profile DIR`: where this installation's own files lie, instead of the system's place for them. */
  readonly profile: string | null;
  /** `--key-file FILE` or INTRAY_KEY_FILE: the vault's key in a file, for machines without a keychain. */
  readonly keyFile: string | null;
};

/** Chromium's own switches and the app's folder stand among ours, so what is not ours is passed over. */
export function launchOptions(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): LaunchOptions {
  const { values } = parseArgs({
    args: argv.slice(1),
    options: { profile: { type: 'string' }, 'key-file': { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  const path = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? resolve(value) : null);
  return { profile: path(values.profile), keyFile: path(values['key-file']) ?? path(env['INTRAY_KEY_FILE']) };
}
