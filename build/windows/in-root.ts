import type { Command } from './run-program.ts';

/** Ends with code 125 where the mounts are not allowed, and with the command's own code else. */
const MOUNT_AND_RUN = [
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/tmp" || exit 125',
  'chroot "$0" "$@"',
  // Not the last command: the shell has to stay, as the first process of its own world, to bury what others leave behind.
  'exit $?',
].join('\n');

/**
 * A command in the small Debian. Mounts and processes are in name spaces of their own: the system takes all of them away when the command
 * ends, also after a failure or a kill, and nobody else ever sees them.
 */
export function inRoot(root: string, command: readonly string[], more: Readonly<Record<string, string>> = {}): Command {
  return { ...apart(['sh', '-c', MOUNT_AND_RUN, root, ...command]), env: { ...rootEnvironment(), ...more } };
}

/** Another command beside one that runs in the small Debian already, with the same mounts and processes; `beside` is its number out here. */
export function inSameRoot(root: string, beside: number, command: readonly string[]): Command {
  const args = ['--target', `${beside}`, '--mount', '--pid', '--', 'chroot', root, ...command];
  return { program: 'nsenter', args, env: rootEnvironment() };
}

/** The same, on the system itself: what mounts something in between cannot leave it behind. */
export function apart(command: readonly string[]): Command {
  return { program: 'unshare', args: ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--', ...command] };
}

/** What a program in the small Debian is told: nothing of this machine but the way to the network. */
function rootEnvironment(): Record<string, string> {
  const proxies = Object.entries(process.env).filter(([name]) => /^(https?|no)_proxy$/i.test(name));
  return {
    ...Object.fromEntries(proxies.map(([name, value]) => [name, value ?? ''])),
    PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    XDG_RUNTIME_DIR: '/tmp',
    WINEPREFIX: '/w/prefix',
    WINEDEBUG: '-all',
  };
}
