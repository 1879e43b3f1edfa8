import { fail, ok, type Result } from '#shared/lib/result.ts';

/** The first descriptor that systemd passes (sd_listen_fds(3)); the others follow it. */
const FIRST = 3;
/** One on each loopback address. Their order is that of the unit, and says nothing here. */
const SOCKETS_MAX = 2;

/**
 * Descriptors of the listening sockets that systemd opened for this program and keeps while it is down; empty if there are none. The failure is a
 * sentence for the author of the unit.
 */
export function givenSockets(env: Readonly<Record<string, string | undefined>>, pid: number): Result<readonly number[], string> {
  // Inherited from another process, which they were meant for.
  if (env['LISTEN_PID'] !== String(pid)) return ok([]);
  const count = Number(env['LISTEN_FDS']);
  if (count >= 1 && count <= SOCKETS_MAX) return ok(Array.from({ length: count }, (_, at) => FIRST + at));
  return fail(
    `The unit hands over ${env['LISTEN_FDS'] ?? 'no'} sockets, and Intray listens on two: let its socket unit have one ListenStream= for 127.0.0.1 and one for [::1], with the same port.`,
  );
}
