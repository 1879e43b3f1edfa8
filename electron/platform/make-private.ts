import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';

/**
 * `not-own`: it belongs to another user of this computer. `not-private`: its disk does not let it be closed to others. `read-only`: not now.
 * `detail`: for the log.
 */
export type PrivacyFault = { readonly kind: 'not-own' | 'not-private' | 'read-only'; readonly detail: string };
type Done = Result<null, PrivacyFault>;

/** Bits by which the group or others may read, write or run. */
const OTHERS = 0o077;
const OWNER = 0o700;
/** Never through a link, and never waiting for the other end of a pipe. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
/** Chromium's own folder, of thousands of files: it is closed itself, and nothing of ours lies in it. */
const LEFT_ALONE = new Set(['electron']);
/** Of a disk that knows no modes. */
const UNABLE: ReadonlySet<string> = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/**
 * Closes a profile to the group and to others: folders get mode 0700, files 0600, whatever they had before (secrets, and a list of
 * the company's documents, lie in it). Fails where that cannot be done, or where something in it belongs to another user, who could open it again.
 * Windows has no such modes: there a profile is as private as the user's own folder that it lies in.
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

/** Links and devices have no mode that matters: what they lead to does not lie in here. */
async function closeEntry(path: string, entry: Dirent): Promise<Done> {
  if (entry.isDirectory() && !LEFT_ALONE.has(entry.name)) return closeTree(path);
  return entry.isFile() || entry.isDirectory() ? close(path) : ok(null);
}

/** By an open file, so that nobody puts a link in its place between two steps. */
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
    // A file that another program of ours has just removed.
    if (code === 'ENOENT') return ok(null);
    return code === 'EACCES' ? closedToUs(path) : faultOf(code);
  } finally {
    await handle?.close();
  }
}

/** What even its owner may not read is read by nobody; but it may be another user's. */
async function closedToUs(path: string): Promise<Done> {
  const { uid, mode } = await lstat(path);
  if (uid !== process.geteuid?.()) return fail({ kind: 'not-own', detail: `uid ${uid}` });
  return (mode & OTHERS) === 0 ? ok(null) : fail({ kind: 'not-private', detail: 'EACCES' });
}

/** What else is the matter with a disk is told by whoever opens the journal on it. */
function faultOf(code: string): Done {
  if (code === 'EROFS') return fail({ kind: 'read-only', detail: code });
  if (code === 'EPERM' || code === 'EACCES') return fail({ kind: 'not-own', detail: code });
  return UNABLE.has(code) ? fail({ kind: 'not-private', detail: code }) : ok(null);
}
