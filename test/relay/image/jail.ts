import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './image.ts';

/**
 * `$1` is the root, `$2` Node, `$3` the working directory, `$4` the user, `$5` the group, `$6` the one writable place; then the program. Does what a
 * container engine does for `--read-only --cap-drop=all --security-opt=no-new-privileges`: its own mounts, all of them read-only but one, then
 * another root, then no capabilities at all.
 */
const INSIDE = `
  set -e
  root=$1 node=$2 workdir=$3 uid=$4 gid=$5 volume=$6
  shift 6
  mount --bind "$root" "$root"
  mount --bind /usr "$root/usr"
  mount -o remount,bind,ro "$root/usr"
  mount --bind "$node" "$root/bin-of-node"
  mount -o remount,bind,ro "$root/bin-of-node"
  mount -t proc proc "$root/proc"
  for device in null urandom; do mount --bind "/dev/$device" "$root/dev/$device"; done
  mount --bind "$root$volume" "$root$volume"
  mount -o remount,bind,ro "$root"
  exec chroot "$root" /usr/bin/setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all \\
    /bin/sh -c 'cd "$0" && exec "$@"' "$workdir" "$@"
`;

/** Runs a command of the image in the jail; `node` is this project's Node. */
export type Jail = (command: readonly string[], env: Readonly<Record<string, string>>) => ChildProcess;

/** Why a separate root cannot be made here, or null. */
export function jailMissing(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux can make another root';
  try {
    execFileSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt && command -v setpriv && command -v chroot'], {
      stdio: 'ignore',
    });
    return null;
  } catch {
    return 'this machine lets nobody mount';
  }
}

/** A root around the image laid out below it, with this system's libraries and nothing else of it. */
export function jail(root: string, { user, volume, workdir }: Image): Jail {
  const [uid = '', gid = ''] = user.split(':');
  for (const folder of ['usr', 'proc', 'dev', 'tmp', volume.slice(1)]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of ['bin-of-node', 'dev/null', 'dev/urandom']) execFileSync('touch', [join(root, file)]);
  for (const link of ['bin', 'lib', 'lib64']) symlinkSync(`usr/${link}`, join(root, link));
  chmodSync(root, 0o755);
  chmodSync(join(root, 'tmp'), 0o1777);
  chmodSync(join(root, volume), 0o700);
  chownSync(join(root, volume), Number(uid), Number(gid));
  const inside = ['--mount', '--propagation', 'private', 'sh', '-c', INSIDE, 'sh', root, process.execPath, workdir, uid, gid, volume];
  return ([program = '', ...args], env) =>
    spawn('unshare', [...inside, program === 'node' ? '/bin-of-node' : program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...env },
    });
}
