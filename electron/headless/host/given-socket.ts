import { fail, ok, type Result } from '#shared/lib/result.ts';

/** The first descriptor that systemd passes (sd_listen_fds(3)); here it is the only one. */
const FIRST = 3;

/**
 * Descriptor of the listening socket that systemd opened for this program and keeps while it is down; null if there is none. The failure is a
 * sentence for the author of the unit.
 */
export function givenSocket(env: Readonly<Record<string, string | undefined>>, pid: number): Result<number | null, string> {
  // Inherited from another process, which it was meant for.
  if (env['LISTEN_PID'] !== String(pid)) return ok(null);
  if (env['LISTEN_FDS'] === '1') return ok(FIRST);
  return fail(
    `The unit hands over ${env['LISTEN_FDS'] ?? 'no'} sockets, and Intray listens on one: let its socket unit have a single ListenStream=.`,
  );
}
