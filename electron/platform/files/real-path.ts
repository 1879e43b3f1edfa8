import { realpath as linkByLink } from 'node:fs';
import { realpath } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { codeOf } from '#shared/node/code-of.ts';

/**
 * A path without links. `by`: `system`, which knows every volume that a path may lead through; or `links`, where the system has no name for the
 * place and its links were read one by one, which tells nothing of a volume that begins in the middle of it.
 */
export type RealPath = { readonly bytes: Buffer; readonly by: 'system' | 'links' };

type Path = string | Buffer;

/** Both ways of Node, and the system that they are asked on; others than this one's for tests. */
export type RealPathWays = {
  readonly bySystem: (path: Path) => Promise<Buffer>;
  readonly byLinks: (path: Path) => Promise<Buffer>;
  readonly platform: NodeJS.Platform;
};

const byLinks = promisify(linkByLink);

const WAYS: RealPathWays = {
  bySystem: (path) => realpath(path, 'buffer'),
  byLinks: (path) => byLinks(path, 'buffer'),
  platform: process.platform,
};

/**
 * How Windows says that it has no name for what was opened: its mount manager does not know the volume. So it is with RAM disks, VeraCrypt, and
 * file systems of other programs that take a drive's letter by themselves. `UNKNOWN` is also said of a share that went away; what is not there, or does
 * not answer, is so by its links too.
 */
const NAMELESS: ReadonlySet<string> = new Set(['EISDIR', 'EINVAL', 'ENOENT', 'ENOSYS', 'ENOTSUP', 'UNKNOWN']);

/** Without links, and by the system's own spelling where it has one. Throws as node:fs does. */
export async function realPath(path: Path, { bySystem, byLinks: readLinks, platform }: RealPathWays = WAYS): Promise<RealPath> {
  try {
    return { bytes: await bySystem(path), by: 'system' };
  } catch (error) {
    if (platform !== 'win32' || !NAMELESS.has(codeOf(error))) throw error;
    return { bytes: await readLinks(path), by: 'links' };
  }
}
