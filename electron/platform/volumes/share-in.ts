import { isWithin } from '#shared/node/is-inside.ts';
import { type Mount, readMounts } from './mount-table.ts';

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
