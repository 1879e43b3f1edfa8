import { fail, ok, type Result } from '#shared/lib/result.ts';

/** The first descriptor of those that systemd hands over (sd_listen_fds(3)); it is the only one here. */
const FIRST = 3;

/**
 * The listening socket that systemd opened for this program and keeps while it is down, by its descriptor; null where
 * there is none. The failure is a sentence for whoever wrote the unit.
 */
export function givenSocket(env: Readonly<Record<string, string | undefined>>, pid: number): Result<number | null, string> {
  // Inherited from a program that it was meant for.
  if (env['LISTEN_PID'] !== String(pid)) return ok(null);
  if (env['LISTEN_FDS'] === '1') return ok(FIRST);
  return fail(
    `The unit hands over ${env['LISTEN_FDS'] ?? 'no'} sockets, and Intray listens on one: let its socket unit have a single ListenStream=.`,
  );
}
