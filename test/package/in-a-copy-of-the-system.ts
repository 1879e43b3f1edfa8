import { spawnSync } from 'node:child_process';

/** From here on root sees its own mounts: `$1` is a folder of its own, and its `root` a writable copy of the system. */
const COPY = `set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
cd "$1/root"
`;

/** Runs `script` as root in the root folder of a copy of this system that is removed afterwards; `$2` and the following are `given`. */
export function inACopyOfTheSystem(script: string, folder: string, ...given: readonly string[]) {
  return spawnSync('unshare', ['--mount', '--', 'sh', '-c', `${COPY}${script}`, 'sh', folder, ...given], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
  });
}
