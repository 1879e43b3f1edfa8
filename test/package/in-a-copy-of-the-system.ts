import { spawnSync } from 'node:child_process';

/** Root sees its own mounts alone from here on: `$1` is a folder of its own, and `root` a copy of the system into which everything may be written. */
const COPY = `set -eu
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
cd "$1/root"
`;

/** Runs `script` as root in a copy of this system that is gone afterwards; \`$2\` and following are what is given to it, within the copy. */
export function inACopyOfTheSystem(script: string, folder: string, ...given: readonly string[]) {
  return spawnSync('unshare', ['--mount', '--', 'sh', '-c', `${COPY}${script}`, 'sh', folder, ...given], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive' },
  });
}
