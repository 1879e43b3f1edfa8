import { Mutex } from '#shared/async/semaphore.ts';
import { jsonOf } from '#shared/lib/json-of.ts';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import type { SecretFault, SecretStore } from '#shared/ports/world.ts';
import { writeDurably } from '../files/write-durably.ts';

export type KeyFileOptions = {
  readonly path: string;
  /** What to do if the file does not exist. A lost key file must not look like a new installation, so creating one must be requested. */
  readonly absent: 'create' | 'refuse';
};

const keyFileSchema = z.object({ version: z.literal(1), keys: z.record(z.string(), z.string()) });
type KeyFile = z.infer<typeof keyFileSchema>;

/** One short line per vault; a larger file is not a key file. */
const BYTES_MAX = 65_536;
/** Mode bits that let the group or others read, write or execute. */
const OTHERS = 0o077;

/**
 * For machines without a keychain, if the user chose it: the vault's key in a file of mode 0600. A file that others can read, or that
 * belongs to another user, is refused and not repaired: whoever could read it has the key already.
 */
export function keyFile(options: KeyFileOptions): SecretStore {
  const turns = new Mutex();
  const change = async (edit: (keys: Record<string, string>) => Record<string, string>): Promise<Result<null, SecretFault>> => {
    const found = await read(options);
    return found.ok ? write(options.path, { version: 1, keys: edit(found.value.keys) }) : found;
  };
  return {
    get: (name) =>
      turns.run(async () => {
        const found = await read(options);
        return found.ok ? ok(found.value.keys[name] ?? null) : found;
      }),
    set: (name, secret) => turns.run(() => change((keys) => ({ ...keys, [name]: secret }))),
    delete: (name) => turns.run(() => change((keys) => Object.fromEntries(Object.entries(keys).filter(([key]) => key !== name)))),
  };
}

async function read(options: KeyFileOptions): Promise<Result<KeyFile, SecretFault>> {
  let handle: FileHandle | null = null;
  try {
    // Windows has no O_NOFOLLOW, but there creating links needs rights that a stranger does not have.
    handle = await open(options.path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    const stat = await handle.stat();
    if (!stat.isFile() || stat.size > BYTES_MAX) return unavailable('the key file is not a key file');
    if (process.platform !== 'win32' && (stat.mode & OTHERS) !== 0)
      return unavailable('others can read the key file; it must have mode 0600');
    if (process.getuid !== undefined && stat.uid !== process.getuid()) return unavailable('the key file belongs to another user');
    const parsed = keyFileSchema.safeParse(jsonOf(await handle.readFile('utf8')));
    return parsed.success ? ok(parsed.data) : unavailable('the key file is damaged');
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') return unavailable(`the key file cannot be read (${code})`);
    return options.absent === 'create' ? ok({ version: 1, keys: {} }) : unavailable('there is no key file');
  } finally {
    await handle?.close();
  }
}

async function write(path: string, content: KeyFile): Promise<Result<null, SecretFault>> {
  const written = await writeDurably(path, new TextEncoder().encode(`${JSON.stringify(content)}\n`));
  return written.ok ? written : unavailable(`the key file cannot be written (${written.failure.code})`);
}

function unavailable(detail: string): { readonly ok: false; readonly failure: SecretFault } {
  return fail({ kind: 'unavailable', detail });
}
