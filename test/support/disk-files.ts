import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { wallMs } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { FileFault, Files } from '#shared/ports/files.ts';

/** The few calls of the Files port that keep files of our own, on the real disk and in the plainest way. */
export function diskFiles(): Files {
  const never = (): never => {
    throw new Error('not for files of our own');
  };
  return {
    read: (path, { bytesMax }) =>
      attempt(async () => {
        const bytes = await readFile(path);
        const stat = { kind: 'file', bytes: bytes.byteLength, modifiedAt: wallMs(0), identity: { volume: '', inode: '' } } as const;
        return { stat, bytes: bytes.byteLength > bytesMax ? null : new Uint8Array(bytes) };
      }),
    writeDurably: (path, bytes) =>
      attempt(async () => {
        await writeFile(`${path}.new`, bytes, { mode: 0o600 });
        await rename(`${path}.new`, path);
        return null;
      }),
    remove: (path) => attempt(async () => rm(path, { force: true }).then(() => null)),
    makeFolder: (path) => attempt(async () => mkdir(path, { recursive: true }).then(() => null)),
    stat: never,
    list: never,
    watch: never,
  };
}

async function attempt<T>(act: () => Promise<T>): Promise<Result<T, FileFault>> {
  try {
    return ok(await act());
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return fail({ kind: code === 'ENOENT' ? 'gone' : 'other', code });
  }
}
