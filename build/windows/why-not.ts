export type Machine = {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  /** Null on a system without user ids. */
  readonly user: number | null;
  readonly has: (program: string) => boolean;
  /** Where Debian's packages come from; null if apt names no such place. */
  readonly mirror: string | null;
  /** Whether the small Debian is there already. */
  readonly isMade: boolean;
};

const ALWAYS = ['unshare', 'nsenter', 'mount', 'chroot', 'tar', 'git', 'npm'];

/** Why the tests cannot run here under Wine, and what would help; null if they can. */
export function whyNot({ platform, arch, user, has, mirror, isMade }: Machine): string | null {
  if (platform !== 'linux') return 'this needs Linux: Wine runs in a small Debian beside the system';
  if (arch !== 'x64')
    return `this needs a processor of the kind x64, and this one is ${arch}: the Node for Windows that is taken is made for x64`;
  if (user !== 0)
    return 'this needs root: it installs a small Debian and mounts /proc and /dev in it. Run it in a container or a machine where you are root';
  const missing = ALWAYS.filter((program) => !has(program));
  if (missing.length > 0) return `not here: ${missing.join(', ')}`;
  if (isMade) return null;
  if (mirror === null)
    return 'apt’s lists of sources (/etc/apt/sources.list and /etc/apt/sources.list.d) name no mirror of Debian, so there is nowhere to get Debian 13 from';
  if (!has('debootstrap') && !has('apt-get')) return 'debootstrap is not here, and no apt-get to install it with';
  return null;
}
