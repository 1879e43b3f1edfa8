import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { z } from 'zod';

/** Options that every command accepts: the profile, and where its key is. */
export const HOST_OPTIONS = {
  profile: { type: 'string' },
  'key-file': { type: 'string' },
  'create-key-file': { type: 'string' },
  quiet: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

/** The keychain, unless the user names a key file. Intray never falls back silently from one to the other. */
export type KeyPlace = { readonly kind: 'keychain' } | { readonly kind: 'key-file'; readonly path: string; readonly create: boolean };

const path = z
  .string()
  .min(1)
  .transform((text) => resolve(text));

export const hostOptionsSchema = z
  .object({
    profile: path,
    'key-file': path.optional(),
    'create-key-file': path.optional(),
    quiet: z.boolean().default(false),
  })
  .transform((options) => ({
    profile: options.profile,
    quiet: options.quiet,
    key: keyPlace(options['key-file'], options['create-key-file']),
  }));

export type HostOptions = Readonly<z.infer<typeof hostOptionsSchema>>;

function keyPlace(keyFile: string | undefined, createKeyFile: string | undefined): KeyPlace {
  const file = createKeyFile ?? keyFile;
  return file === undefined ? { kind: 'keychain' } : { kind: 'key-file', path: file, create: createKeyFile !== undefined };
}
