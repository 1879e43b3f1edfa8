import { SECOND_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { World } from '#shared/ports/world.ts';
import { askForUrl } from './engine-client.ts';
import { findRunning, sayNoHost } from './find-running.ts';

/** It has just answered. */
const WITHIN_MS = 15 * SECOND_MS;

/** A fresh address of the host that has this profile open; the failure is a sentence for the person. */
export async function runningUrl(world: Pick<World, 'clock' | 'files' | 'http'>, profile: string): Promise<Result<string, string>> {
  const running = await findRunning(world, profile);
  if (running.kind !== 'host') return fail(sayNoHost(running));
  const url = await askForUrl(world.http, running.note, WITHIN_MS);
  return url === null ? fail(sayNoHost({ kind: 'silent', pid: running.note.pid ?? null })) : ok(url);
}
