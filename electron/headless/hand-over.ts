import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { askForUrl } from './engine-client.ts';
import { findRunning, sayNoHost } from './host/find-host.ts';
import { readyLine } from './terminal.ts';

/** The host has answered a moment ago, so this is ample. */
const WITHIN_MS = 15 * SECOND_MS;

/**
 * The ready line of a second start: the port of the host that has this profile open, with a fresh address if this is a terminal. The failure is
 * a sentence for the user.
 */
export async function handOver(
  world: Pick<World, 'clock' | 'files' | 'http' | 'random'>,
  profile: string,
  isTerminal: boolean,
): Promise<Result<string, string>> {
  const running = await findRunning(world, profile);
  if (running.kind !== 'host') return fail(sayNoHost(running));
  const { port, pid } = running.note;
  const url = isTerminal ? await askForUrl(world, running.note, WITHIN_MS) : null;
  if (isTerminal && url === null) return fail(sayNoHost({ kind: 'silent', pid: pid ?? null }));
  return ok(readyLine({ port, url, handedOver: true }));
}
