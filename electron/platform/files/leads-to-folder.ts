import { stat } from 'node:fs/promises';
import { withTimeout } from '#shared/async/with-timeout.ts';
import { nodeClock } from '#shared/node/clock.ts';
import { toDisk } from './disk-path.ts';

/** A disk that is available answers within this time; one that sleeps is asked again at a later look. */
const ANSWER_WITHIN_MS = 1_000;
const TRUST_MS = 60_000;
/** More links than the folders of one office have. */
const KEPT_MAX = 1_024;

const clock = nodeClock();
const kept = new Map<string, { readonly changedAt: number; readonly isFolder: boolean; readonly untilMs: number }>();
/** True while a target does not answer, as on a hanging share: it ties up one thread of the pool, and no other target is asked meanwhile. */
let hangs = false;

/** Whether a link is known to lead to a folder. `changedAt`: of the link itself. False too if its target does not answer. */
export async function leadsToFolder(link: string, changedAt: number): Promise<boolean> {
  const before = kept.get(link);
  if (before !== undefined && before.changedAt === changedAt && performance.now() < before.untilMs) return before.isFolder;
  if (hangs) return false;
  hangs = true;
  const asked = stat(toDisk(link)).then(
    (target) => target.isDirectory(),
    () => false,
  );
  const answered = asked.finally(() => {
    hangs = false;
  });
  const isFolder = await withTimeout(answered, { clock, withinMs: ANSWER_WITHIN_MS, late: () => null });
  if (isFolder === null) return false;
  if (kept.size >= KEPT_MAX) kept.clear();
  kept.set(link, { changedAt, isFolder, untilMs: performance.now() + TRUST_MS });
  return isFolder;
}
