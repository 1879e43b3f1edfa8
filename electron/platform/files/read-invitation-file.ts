import { lstat, readFile as readWhole } from 'node:fs/promises';
import type { InvitationFileFault } from '#shared/app-api/invitation/invitation-views.ts';
import { INVITATION_FILE_BYTES_MAX } from '#shared/domain/invitation/invitation.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { windowsPlace } from '#shared/lib/windows-place.ts';
import { isOnShare, type Mount, MOUNT_TABLE, readMounts } from '../volumes/mount-table.ts';
import { openByPool } from './open-file.ts';
import { isWithin } from '#shared/node/is-inside.ts';

/** What `open` says of a link at the end of the path, with O_NOFOLLOW. */
const LINK_CODES: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'EFTYPE']);

/**
 * Reads the file of an invitation that the system opened Intray with: a regular file of a few hundred bytes on a disk of this computer. Links are
 * not followed, nothing of a larger file is read, and no other computer is contacted, which would give it the user's name.
 */
export async function readInvitationFile(
  path: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Result<string, InvitationFileFault>> {
  const isWindows = platform === 'win32';
  const share = isWindows ? windowsPlace(path).kind === 'remote' : await isOnMountedShare(path, platform);
  if (share !== false) return fail(share === null ? 'unreadable' : 'on-a-share');
  try {
    // Windows follows links when it opens a file, and reports a folder as a file that may not be read.
    if (!(await lstat(path)).isFile()) return fail('not-a-file');
    // Only now, because it follows a link, which may lead to another computer.
    const target = isWindows ? await isOnShare(path) : false;
    if (target !== false) return fail(target === null ? 'unreadable' : 'on-a-share');
    const file = await openByPool(path);
    try {
      const stat = await file.stat();
      if (!stat.isFile()) return fail('not-a-file');
      if (stat.size > INVITATION_FILE_BYTES_MAX) return fail('too-large');
      // One byte more than it has: it may be growing.
      const room = new Uint8Array(INVITATION_FILE_BYTES_MAX + 1);
      const bytes = await file.read(room, 0);
      return bytes > INVITATION_FILE_BYTES_MAX ? fail('too-large') : ok(new TextDecoder().decode(room.subarray(0, bytes)));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = codeOf(error);
    return fail(LINK_CODES.has(code) || code === 'EISDIR' ? 'not-a-file' : 'unreadable');
  }
}

/** By the kernel's table alone, which contacts nobody. macOS has no such table, and mounts no share without the user. */
async function isOnMountedShare(path: string, platform: NodeJS.Platform): Promise<boolean | null> {
  if (platform !== 'linux') return false;
  const table = await readWhole(MOUNT_TABLE, 'utf8').catch(() => null);
  return table === null ? null : shareIn(table, path);
}

/** File systems of Linux whose files are on another computer; a FUSE one is told by what stands behind the dot. */
const SHARES =
  /^(?:nfs4?|cifs|smb3?|smbfs|afs|ceph|9p|ncpfs|coda|glusterfs|lustre|beegfs|davfs|fuse\.(?:sshfs|rclone|davfs2?|gvfsd-fuse|s3fs|glusterfs|curlftpfs|smbnetfs))$/;

/** Whether the innermost mount around this path, by its text, is a share of another computer. Asks no disk. */
export function shareIn(table: string, path: string): boolean {
  let innermost: Mount | null = null;
  for (const mount of readMounts(table)) {
    if (isWithin(path, mount.point) && (innermost === null || mount.point.length >= innermost.point.length)) innermost = mount;
  }
  return innermost !== null && SHARES.test(innermost.type);
}
