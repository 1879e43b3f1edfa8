import type { Command } from './run-program.ts';

/** Exits with code 125 if the mounts are not allowed, otherwise with the command's own code. */
const MOUNT_AND_RUN = [
  'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && mount -t tmpfs tmpfs "$0/tmp" || exit 125',
  'chroot "$0" "$@"',
  // Keeps `chroot` from being the last command: the shell has to stay as PID 1 of its namespace, to reap orphans.
  'exit $?',
].join('\n');

/**
 * Runs a command in the small Debian. Mounts and processes are in namespaces of their own: the system removes all of them when the command ends,
 * even after a failure or a kill, and nothing outside ever sees them.
 */
export function inRoot(root: string, command: readonly string[], more: Readonly<Record<string, string>> = {}): Command {
  return { ...apart(['sh', '-c', MOUNT_AND_RUN, root, ...command]), env: { ...rootEnvironment(), ...more } };
}

/** Runs a command beside one that already runs in the small Debian, in the same namespaces. `beside` is the process id of that one outside. */
export function inSameRoot(root: string, beside: number, command: readonly string[]): Command {
  const args = ['--target', `${beside}`, '--mount', '--pid', '--', 'chroot', root, ...command];
  return { program: 'nsenter', args, env: rootEnvironment() };
}

/** The same on the system itself, so that temporary mounts cannot be left behind. */
export function apart(command: readonly string[]): Command {
  return { program: 'unshare', args: ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', '--', ...command] };
}

/** Environment of programs in the small Debian: nothing of this machine but the proxies. */
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
