import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';

/**
 * `not-own`: it belongs to another user of this computer. `not-private`: its disk cannot restrict access. `read-only`: it cannot be changed
 * now. `detail`: for the log.
 */
export type PrivacyFault = { readonly kind: 'not-own' | 'not-private' | 'read-only'; readonly detail: string };
type Done = Result<null, PrivacyFault>;

/** Mode bits that let the group or others read, write or execute. */
const OTHERS = 0o077;
const OWNER = 0o700;
/** Never follows a link, and never waits for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Chromium's own folder, with thousands of files: only the folder itself is closed, and nothing of Intray's is in it. */
const LEFT_ALONE = new Set(['electron']);
/** Codes of a disk without modes. */
const UNABLE: ReadonlySet<string> = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/**
 * Closes a profile to the group and to others, because it contains secrets and a list of the company's documents: only the owner's mode bits
 * stay, 0700 for folders and 0600 for files. Fails if that is impossible, or if something in it belongs to another user, who could open it
 * again. Windows has no such modes: there a profile is as private as the user's own folder around it.
 */
export async function makePrivate(profile: string, platform: NodeJS.Platform = process.platform): Promise<Done> {
  if (platform === 'win32') return ok(null);
  try {
    return await closeTree(await realpath(profile));
  } catch (error) {
    return faultOf(codeOf(error));
  }
}

async function closeTree(folder: string): Promise<Done> {
  const closed = await close(folder);
  if (!closed.ok) return closed;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const done = await closeEntry(join(folder, entry.name), entry);
    if (!done.ok) return done;
  }
  return ok(null);
}

/** Links and devices have no mode that matters: their targets are not in here. */
async function closeEntry(path: string, entry: Dirent): Promise<Done> {
  if (entry.isDirectory() && !LEFT_ALONE.has(entry.name)) return closeTree(path);
  return entry.isFile() || entry.isDirectory() ? close(path) : ok(null);
}

/** Works on an open file, so that nobody can put a link in its place between two steps. */
async function close(path: string): Promise<Done> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(path, FLAGS);
    const { mode, uid } = await handle.stat();
    if (uid !== process.geteuid?.()) return fail({ kind: 'not-own', detail: `uid ${uid}` });
    if ((mode & OTHERS) === 0) return ok(null);
    await handle.chmod(mode & OWNER);
    const isClosed = ((await handle.stat()).mode & OTHERS) === 0;
    return isClosed ? ok(null) : fail({ kind: 'not-private', detail: 'the mode did not stay' });
  } catch (error) {
    const code = codeOf(error);
    // Another Intray process has just removed the file.
    if (code === 'ENOENT') return ok(null);
    return code === 'EACCES' ? closedToUs(path) : faultOf(code);
  } finally {
    await handle?.close();
  }
}

/** A file that even its owner may not read is closed to all; but it may belong to another user. */
async function closedToUs(path: string): Promise<Done> {
  const { uid, mode } = await lstat(path);
  if (uid !== process.geteuid?.()) return fail({ kind: 'not-own', detail: `uid ${uid}` });
  return (mode & OTHERS) === 0 ? ok(null) : fail({ kind: 'not-private', detail: 'EACCES' });
}

/** Any other fault of the disk is reported when the journal is opened on it. */
function faultOf(code: string): Done {
  if (code === 'EROFS') return fail({ kind: 'read-only', detail: code });
  if (code === 'EPERM' || code === 'EACCES') return fail({ kind: 'not-own', detail: code });
  return UNABLE.has(code) ? fail({ kind: 'not-private', detail: code }) : ok(null);
}

/** No permissions for the group or for others. */
const PRIVATE = 0o077;
/** The umask that this program was started with; null while it is still in effect. */
let started: number | null = null;

/** From now on, files that this program creates are readable by its user only, whatever a library forgets to specify. Windows has no umask. */
export function setPrivateUmask(): void {
  started = process.umask(PRIVATE);
}

/**
 * Creates something in a folder of the user's, which colleagues may share, with the program's original umask. `make` must be synchronous,
 * since the umask applies to the whole program.
 */
export function withStartedUmask<T>(make: () => T): T {
  if (started === null) return make();
  process.umask(started);
  try {
    return make();
  } finally {
    process.umask(PRIVATE);
  }
}

/** Whether this folder and this file in it belong to the user of this program. Windows has no such owners: there the folder around it decides. */
export async function isOwn(folder: string, file: string): Promise<boolean> {
  const own = process.geteuid?.();
  if (own === undefined) return true;
  try {
    const found = await Promise.all([stat(folder), lstat(file)]);
    return found.every(({ uid }) => uid === own);
  } catch {
    // It was there a moment ago; whoever removes it may put another one there.
    return false;
  }
}
