import { realpath as linkByLink } from 'node:fs';
import { realpath } from 'node:fs/promises';
import process from 'node:process';
import { promisify } from 'node:util';
import { codeOf } from '#shared/node/code-of.ts';

/**
 * A path without links. `by`: `system`, which knows every volume on the way; or `links`, if the system has no name for the path and its links
 * were read one by one, which reveals no volume mounted in the middle.
 */
export type RealPath = { readonly bytes: Buffer; readonly by: 'system' | 'links' };

type Path = string | Buffer;

/** Node's two methods, and the platform; replaced in tests. */
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
 * Codes by which Windows says that it has no name for an opened path, because its mount manager does not know the volume: RAM disks,
 * VeraCrypt, and file systems of other programs that assign a drive letter themselves. `UNKNOWN` is also the code of a share that went away;
 * a path that is missing or does not answer fails in `byLinks` too.
 */
const NAMELESS: ReadonlySet<string> = new Set(['EISDIR', 'EINVAL', 'ENOENT', 'ENOSYS', 'ENOTSUP', 'UNKNOWN']);

/** Resolves links, in the system's own spelling if it has one. Throws as node:fs does. */
export async function realPath(path: Path, { bySystem, byLinks: readLinks, platform }: RealPathWays = WAYS): Promise<RealPath> {
  try {
    return { bytes: await bySystem(path), by: 'system' };
  } catch (error) {
    if (platform !== 'win32' || !NAMELESS.has(codeOf(error))) throw error;
    return { bytes: await readLinks(path), by: 'links' };
  }
}
